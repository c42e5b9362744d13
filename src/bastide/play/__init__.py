"""Games being played: logs, dealers, views, text and records.

`dealer`: who decides what is drawn.
`fair`: a dealer whose draws can be verified.
`game`: a game with its seats, dealer and log.
`history`: the log of a game, its events and the states in between.
`masking`: states and events without what a viewer may not know.
`view`: what one seat may know, as JSON, and back.
`land`: the features of a board: who holds them, what they are worth, what still fits.
`notation`: actions as text.
`inspection`: queries about a board: the tile at a cell, the feature at a spot.
`position`: positions as text.
`transcript`: whole games as text.
`record`: saved games as JSON.
`verify`: verification of the draws of a record.
`places`: names of features, for people.
`sentences`: events as sentences.
`tile_picture`: a tile as text.
`picture`: boards as text.
`invariants`: conditions that hold in every state.
"""
