# A private PostgreSQL for the store suites: a temporary cluster on a unix socket, and on loopback for what concerns TCP,
# removed afterwards.

pg_folder=

# PostgreSQL refuses to run as root.
as_postgres() {
  if ((EUID == 0)); then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

# Starts the server and sets ACADEMY_TEST_PG. Without the server's binaries it prints that the suites run on SQLite
# only.
start_postgresql() {
  local tools=(/usr/lib/postgresql/*/bin)
  local bin=${tools[-1]:-}
  if [[ ! -x $bin/initdb ]]; then
    say "PostgreSQL is not installed: the store suites run on SQLite only"
    return
  fi
  pg_folder=$(mktemp -d /tmp/academy-pg-XXXXXX)
  ((EUID != 0)) || chown postgres: "$pg_folder"
  # In Bazel's sandbox even root is an ordinary user, who must be able to reach the socket.
  chmod 755 "$pg_folder"
  # A port that nobody has, below those that the kernel gives away by itself.
  local port=0
  while ((port == 0)) || (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((20000 + RANDOM % 10000)); done
  # Test data need not survive a crash, so fsync is off.
  local options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$pg_folder -c fsync=off"
  options+=" -c max_connections=200"
  if as_postgres "$bin/initdb" -D "$pg_folder/data" -A trust -U academy -E UTF8 --locale=C --no-sync >"$results/pg.log" 2>&1 &&
    as_postgres "$bin/pg_ctl" -D "$pg_folder/data" -l "$pg_folder/log" -o "$options" -w start >>"$results/pg.log" 2>&1; then
    pg_bin=$bin
    export ACADEMY_TEST_PG="postgresql://academy@/postgres?host=$pg_folder&port=$port"
  else
    cat "$results/pg.log" >&2
    die "The private PostgreSQL did not start. Fix: see its message above"
  fi
}

stop_postgresql() {
  [[ -n $pg_folder ]] || return 0
  unset ACADEMY_TEST_PG
  [[ -z ${pg_bin:-} ]] || as_postgres "$pg_bin/pg_ctl" -D "$pg_folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$pg_folder"
  pg_folder=
}
