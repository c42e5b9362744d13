"""Symbols: drawings that pictures use by reference, defined once on a page.

`patches`: patches of a second colour on land.
`plants`: plants, and the stones of a spring.
`buildings`: houses, walls, churches, inns.
`districts`: the districts of the City of Carcassonne.
`marks`: marks that matter to the rules.
`frontier`: symbols of the Gold Rush.
`wheel`: the Wheel of Fortune.
`registry`: all symbols by name.
"""
