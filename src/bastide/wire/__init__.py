"""Types of the JSON between processes: views, events and messages, each declared once.

``docs/make_types.py`` generates the types of the browser, ``web/js/types.js``, and ``docs/events.md`` from them.

In reading order:

`values`: seats, cells, points and other small values
`views`: the view of a game that a seat has
`events`: events, one type for each
`messages`: messages of the socket, and HTTP responses about tables
`setup`: the choices when a table is opened
`guide`: pages of the rules guide
`art`: pictures of tiles, pieces and tokens
"""
