"""Playing: games with a log, dealers, views, notation and records."""
