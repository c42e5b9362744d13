"""The table server: a FastAPI application with a WebSocket for each viewer, and a durable log for each table.

A command is checked against a table and becomes an entry of its log; the entry is stored, applied and broadcast.

In reading order:

`options`: the options of a table
`entries`: entries of a table's log
`table`: the state of a table, which applies entries
`clocks`: the clocks of a table
`confusables`: names that look alike
`commands`: commands, which return new entries
`seat_commands`: commands that hand seats over
`looks`: where the player on turn considers laying the tile, and what bots weighed
`messages`: messages to the viewers of a table
`live_table`: a table in memory, with its viewers
`hub`: the live tables of a process, and the execution of commands
`table_cache`: which tables are in memory: loading on demand, waking and eviction
`loader`: loading of tables from the store
`synchronizer`: keeping tables in memory up to date with the store
`heartbeat`: which processes reach the store, and who is connected to each
`expiry`: closing of tables where nothing happens
`unreadable`: tables that cannot be read
`driver`: commands of bots, of seats that left the game, and of clocks that run out
`bot_pool`: the processes of the bots
`summaries`: summaries of tables for lists
`store`: tables and entries in a database
`schema`: the tables of this database
`database`: its URL and connections, in SQLite or PostgreSQL, and waiting for it while it is away
`migrations_runner`: migration of the database schema
`backup`: backup and restore of an SQLite database
`bus`: notification of other processes, and looks sent to them
`app`: the ASGI application
`startup_checks`: checks of the settings and of the store before a server is started
`asgi_server`: the configuration of uvicorn, which serves it
`protocols`: the protocols of connections, with limits
`connections`: the number of open connections
`socket`: the WebSocket
`table_routes`: opening and listing tables, rematches, records and results
`seat_routes`: taking and leaving seats
`setup_routes`: the choices when a table is opened
`board_routes`: features of the board, aids and replays
`replay`: frames of a finished game
`picture_routes`: boards as SVG, PNG and GIF
`board_renderer`: rendering of these pictures
`link_previews`: previews of links to tables, and captions of portraits
`guide_routes`: the rules guide
`lesson_routes`: the lesson
`lesson`: frames of the lesson
`art_routes`: pictures of tiles, pieces and tokens
`art_store`: these pictures in memory, from disk, or painted on demand
`art_folder`: the directory where they are stored
`art_files`: painting of their files by name
`page_routes`: the page and the texts of the web client
`client_files`: its modules and styles
`health_routes`: health check and metrics
`dependencies`: dependencies of the routes
`models`: bodies of HTTP requests and responses
`http_errors`: responses to errors
`middleware`: limit of body sizes, and security headers
`limits`: rate limits
`cached_response`: responses with an ETag
`single_flight`: one task for concurrent requests of the same kind
`tasks`: background tasks
`tokens`: tokens of seats
`settings`: settings of the server
`logs`: logging as JSON lines
`collector`: the garbage collector of the process
`metrics`: metrics for Prometheus
"""
