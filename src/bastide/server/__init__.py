"""The table server: tables that live on the network, durable, fair and quick."""
