"""Symbols: SVG fragments that are defined once on a page and used by reference.

`patches`: patches of a second colour on land.
`plants`: plants, and the stones of a spring.
`farmland`: farms, haystacks and mills.
`houses`: the houses of a city.
`buildings`: cottages, gates, churches and inns.
`districts`: the districts of the City of Carcassonne.
`marks`: marks with a meaning in the rules.
`frontier`: symbols of the Gold Rush.
`mountains`: its mountains.
`wheel`: the Wheel of Fortune.
`registry`: all symbols by name.
"""
