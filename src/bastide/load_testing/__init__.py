"""Load tests of a running server.

`options`: what a load test does.
`schedule`: when the actions at a table are due.
`tally`: counts and latencies, with their percentiles.
`target`: the servers under test: tables and sockets on them, and their metrics.
`game`: a game of random players, each with a socket.
`idle`: sockets at tables where nothing happens.
`echo_server`: a bare echo server on the framework of the table server, as a baseline.
`echo`: the measurement of the baseline.
`period`: games at many tables for a time, or a number of them.
`load_test`: a whole load test.
"""
