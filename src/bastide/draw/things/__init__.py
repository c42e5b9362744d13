"""What stands on the land, drawn once each and used by reference: houses, trees, marks, figures."""
