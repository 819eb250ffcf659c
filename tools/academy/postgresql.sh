# A private PostgreSQL for the store suites: a temporary cluster on a unix socket, gone afterwards.

pg_folder=

# PostgreSQL refuses to run as root.
as_postgres() {
  if ((EUID == 0)); then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

# Sets ACADEMY_TEST_PG; without the server's binaries the suites run on SQLite alone, and this says so.
start_postgresql() {
  local tools=(/usr/lib/postgresql/*/bin)
  local bin=${tools[-1]:-}
  if [[ ! -x $bin/initdb ]]; then
    say "PostgreSQL is not installed: the store suites run on SQLite alone"
    return
  fi
  pg_folder=$(mktemp -d /tmp/academy-pg-XXXXXX)
  ((EUID != 0)) || chown postgres: "$pg_folder"
  # In Bazel's sandbox even root is an ordinary user; the socket must be in reach.
  chmod 755 "$pg_folder"
  # What a test writes need not outlive the machine: no fsync.
  local options="-c listen_addresses= -c unix_socket_directories=$pg_folder -c fsync=off -c max_connections=200"
  if as_postgres "$bin/initdb" -D "$pg_folder/data" -A trust -U academy -E UTF8 --locale=C --no-sync >"$results/pg.log" 2>&1 &&
    as_postgres "$bin/pg_ctl" -D "$pg_folder/data" -l "$pg_folder/log" -o "$options" -w start >>"$results/pg.log" 2>&1; then
    pg_bin=$bin
    export ACADEMY_TEST_PG="postgresql://academy@/postgres?host=$pg_folder"
  else
    cat "$results/pg.log" >&2
    die "The private PostgreSQL does not start. Mend: see its message above"
  fi
}

stop_postgresql() {
  [[ -n $pg_folder ]] || return 0
  unset ACADEMY_TEST_PG
  [[ -z ${pg_bin:-} ]] || as_postgres "$pg_bin/pg_ctl" -D "$pg_folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$pg_folder"
  pg_folder=
}
