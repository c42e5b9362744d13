"""What crosses a process boundary as JSON, declared once: Python and the browser read these types.

The types of the browser, ``web/js/types.js``, and ``docs/events.md`` are made from them by ``docs/make_types.py``.
In reading order:

`values`: the small values that the others are made of: seats, cells, points, lines of a score.
`views`: what one seat may see of a game.
`events`: what may follow from an action, one declaration for each event.
`messages`: what the server sends and receives, over the socket and over HTTP.
`setup`: what can be chosen when a table is opened.
`art`: the pictures of tiles and what is where on them.
"""
