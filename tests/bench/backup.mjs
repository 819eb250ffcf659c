// How long a backup takes, and what it costs writers, under 200 writes a second: ./academy bench backup
