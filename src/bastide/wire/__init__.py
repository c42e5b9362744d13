"""What crosses a process boundary as JSON, declared once: Python and the browser read these types.

In reading order:

`values`: the small values that the others are made of: seats, cells, points, lines of a score.
`views`: what one seat may see of a game.
`events`: what may follow from an action, one declaration for each event.
"""
