"""The expansions, one file each: data and plain functions, with the value `EXPANSION` last."""
