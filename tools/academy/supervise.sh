# Keeps the five processes running: starts, watches, restarts, replaces and drains them. Uses the variables of
# command_run.

. "$root/tools/academy/notify.sh"
. "$root/tools/academy/roll.sh"

# Milliseconds.
readonly first_pause=100 longest_pause=5000 long_life=30000
readonly start_limit=60000 unwell_limit=5000 migration_limit=1800000
# Milliseconds that a stop takes beyond the edge's own times: of the edge, and of all processes.
readonly edge_drain_margin=500 whole_drain_margin=4500
# How often a process may end before readiness until the supervisor gives up.
readonly start_tries=3
# Enough open files for ten thousand live connections and more; the edge tries to raise its limit to the same number.
readonly wanted_files=16384

# The running children: process id -> `auth` ..., `timer:auth` (the pause before a restart), `readiness`, `demo`, `watch`,
# `retired` (an edge whose place another one has taken).
declare -A role_of=()
declare -A started_at=() pause_of=() ends_of=() restarts_of=()
ready= stopping=

# start_process NAME [FLAG...]
start_process() {
  local name=$1
  shift
  local -n flags=flags_$name
  local command=("$programs/$name" "${flags[@]}" "$@")
  if [[ ${falls_back[$name]:-} ]]; then
    # By its open file, because the installed one is another now.
    local -n words=earlier_words_$name
    command=(bash -c 'program=$1; shift; exec -a "$1" "$program" "${@:2}"' earlier
      "/proc/self/fd/${earlier_program[$name]}" "${words[@]}")
  fi
  # The address of an edge stays, whoever serves there.
  [[ ${1:-} == --take_over ]] || rm -f "$data/run/$name.addr"
  # Only for one that ends before it looks after its log itself.
  bound_log "$data/logs/$name.log" || true
  # In its own session, so that Ctrl-C reaches only the supervisor, which drains in order. pdeathsig ends it even if the
  # supervisor is killed.
  setsid setpriv --pdeathsig TERM -- "${command[@]}" \
    </dev/null >>"$data/logs/$name.log" 2>&1 {data_lock}>&- {terminal}>&- &
  role_of[$!]=$name
  now_ms "started_at[$name]"
}

# Starts what ends processes that no longer answer.
start_watch() {
  NOTIFY_SOCKET=$notify_socket setsid setpriv --pdeathsig TERM -- "$root/tools/academy/watch.sh" "$$" "$data" "$silence_limit" ${tls_cert:+tls} \
    </dev/null {data_lock}>&- {terminal}>&- &
  role_of[$!]=watch
}

# await_address NAME [PID]: waits until a process has published its address, and sets `address`. Fails if PID ends
# first. Must not use a subshell, because a child that `drain` kills would leave it behind.
await_address() {
  local since now
  now_ms since
  while [[ ! -s $data/run/$1.addr ]]; do
    pause 0.02
    now_ms now
    ((now - since < migration_limit)) || return 1
    [[ -z ${2:-} ]] || kill -0 "$2" 2>/dev/null || return 1
  done
  read -r address <"$data/run/$1.addr"
}

# Runs in the background; exits with 0 when /readyz answers 200, or when every service has answered for a while though
# one is not ready: its managers can then read what is the matter. A process that ends is given up elsewhere; one that
# has not published its address may be migrating its database, which takes as long as it takes.
await_readiness() {
  trap - ERR
  local address begun since now reply name
  await_address edge || return 1
  now_ms begun
  since=$begun
  while :; do
    ask_readiness "$address" "$tls_cert" || true
    [[ $reply != 'HTTP/1.1 200 '* ]] || return 0
    now_ms now
    if [[ $reply == *'"silent":[]'* ]] && ((now - since >= unwell_limit)); then
      say "Not everything works: see Health in the managers' area, and $data/logs"
      return 0
    fi
    for name in "${processes[@]}"; do
      [[ -s $data/run/$name.addr ]] || since=$now
    done
    ((now - since < start_limit && now - begun < migration_limit)) || return 1
    pause 0.05
  done
}

supervise() {
  [[ $rolling ]] || stop_leftovers
  # Bash prints a message of its own for every child ended by a signal; keep it off the terminal.
  bound_log "$data/logs/academy.log" || true
  exec 2>>"$data/logs/academy.log"
  trap 'stop_all' TERM INT
  # Also that of a terminal which is closed: the academy goes on without it.
  trap 'reload' HUP
  trap 'roll_wanted=1' USR2
  local name
  for name in "${processes[@]}"; do
    pause_of[$name]=$first_pause ends_of[$name]=0 restarts_of[$name]=0
  done
  if [[ $rolling ]]; then roll; else start_all; fi

  while :; do
    [[ -z $roll_wanted ]] || ! may_roll || begin_roll
    # Sleeps until a child ends. This shell cannot wait for those that it has not started.
    if ((${#adopted[@]})); then pause 0.2; else wait -n "${!role_of[@]}" || true; fi
    [[ -z $stopping ]] || return 0
    # The scan finds which, because several may have ended together.
    local pid
    for pid in "${!role_of[@]}"; do
      kill -0 "$pid" 2>/dev/null || child_ended "$pid"
    done
  done
}

# bound_log FILE: renames the file if it is full, as the processes do with theirs; fails if it stays. A full disk must not
# end the supervisor.
bound_log() {
  local i size
  size=$(stat -c %s -- "$1" 2>/dev/null || true)
  ((${size:-0} >= log_size)) || return 1
  for ((i = log_keep - 1; i > 0; i--)); do
    [[ ! -e $1.$i ]] || mv -f -- "$1.$i" "$1.$((i + 1))" || true
  done
  mv -f -- "$1" "$1.1"
}

start_all() {
  local name
  for name in "${processes[@]}"; do
    printf '0\n' >"$data/run/$name.restarts"
  done
  # What a supervisor left that was killed amid an upgrade.
  set_replacement '-----'
  rm -f "$data/run/upgrade" "$data/run/retired"
  printf '%s\n' "$$" >"$data/run/rolls"
  local files
  files=$(ulimit -Hn)
  [[ $files == unlimited ]] || ((files >= wanted_files)) ||
    say "Only $files files may be open at once, which is too few for many visitors. Fix: raise ulimit -Hn to $wanted_files"
  say "Starting ${processes[*]}; data in $data, logs in $data/logs"
  start_process edge
  if [[ -z $public_url && $port == 0 ]]; then
    local address
    await_address edge "${!role_of[@]}" || give_up edge
    keep_port "$address"
  fi
  flags_auth+=("--public_url=${public_url:-$scheme://127.0.0.1:$port}")
  for name in "${services[@]}"; do start_process "$name"; done
  await_readiness {data_lock}>&- &
  role_of[$!]=readiness
}

# Links in mail need the address, so an edge that took a free port keeps it when it is started again.
keep_port() {
  flags_edge+=("--port=${1##*:}")
  public_url=$scheme://127.0.0.1:${1##*:}
}

child_ended() {
  local pid=$1 role=${role_of[$1]} status=0
  ! bound_log "$data/logs/academy.log" || exec 2>>"$data/logs/academy.log"
  # The status of a process that this shell has not started is nobody's to know.
  if [[ ${adopted[$pid]:-} ]]; then status=; else wait "$pid" || status=$?; fi
  unset "role_of[$pid]" "adopted[$pid]"
  case $role in
    readiness)
      ((status == 0)) || give_up edge "The academy started, but not every service answers"
      become_ready
      ;;
    timer:watch) start_watch ;;
    timer:backup) start_backup ;;
    timer:*)
      count_restart "${role#timer:}"
      start_process "${role#timer:}"
      ;;
    watch) start_timer watch 5 ;;
    backup) backup_ended "$status" ;;
    retired) ;;
    demo) ((status == 0)) || say "The demonstration is incomplete; see the message above" ;;
    *) process_ended "$role" "$pid" "$status" ;;
  esac
}

become_ready() {
  ready=1
  start_watch
  notify --ready --status="Ready"
  local address
  address=$(<"$data/run/edge.addr")
  print "Academy is ready: $scheme://127.0.0.1:${address##*:}"
  # auth removes the file when a manager exists.
  [[ -z $setup_code || ! -s $data/run/setup-code ]] ||
    print "Setup code for the first manager: $(<"$data/run/setup-code") (kept in $data/run/setup-code until there is one)"
  schedule_backup
  [[ $demo ]] || return 0
  # The connection stays on this machine, and the certificate is for another name, so it is not verified.
  NODE_TLS_REJECT_UNAUTHORIZED=${tls_cert:+0} NODE_NO_WARNINGS=${tls_cert:+1} \
    node "$root/tools/demo/fill.mjs" --url "$scheme://127.0.0.1:${address##*:}" --data "$data" ${fresh:+--fresh} \
    </dev/null 2>&"$terminal" {data_lock}>&- &
  role_of[$!]=demo
}

process_ended() {
  local name=$1 pid=$2 status=$3 how="exit code $3" now
  if [[ -z $status ]]; then how='unknown exit code'; elif ((status > 128)); then how="signal $(kill -l "$status")"; fi
  ends_of[$name]=$((ends_of[$name] + 1))
  [[ $ready ]] || ((ends_of[$name] < start_tries)) || give_up "$name"
  now_ms now
  ((now - started_at[$name] < long_life)) || pause_of[$name]=$first_pause
  local milliseconds=${pause_of[$name]} seconds
  pause_of[$name]=$((milliseconds * 2 < longest_pause ? milliseconds * 2 : longest_pause))
  printf -v seconds '%d.%d' $((milliseconds / 1000)) $((milliseconds % 1000 / 100))
  say "$name (process $pid) ended with $how; starting it again in $seconds s"
  start_timer "$name" "$seconds"
}

# start_timer NAME SECONDS: NAME is started again after the pause.
start_timer() {
  sleep "$2" {data_lock}>&- &
  role_of[$!]=timer:$1
}

# For the process's metrics. A full disk must not end the supervisor.
count_restart() {
  restarts_of[$1]=$((restarts_of[$1] + 1))
  printf '%s\n' "${restarts_of[$1]}" >"$data/run/$1.restarts" || true
}

# give_up NAME [TEXT]: stops everything and exits with the last line of the process's log.
give_up() {
  local words
  words=$(grep -v '^[[:space:]]*$' "$data/logs/$1.log" 2>/dev/null | tail -n 1 || true)
  stopping=1
  drain
  die "${2:-$1 does not start}. Its last line: ${words:-none}. Fix: read $data/logs/$1.log"
}

# await_gone LIMIT_MS SINCE_MS PID...: waits for the processes to end; fails if one still runs at the limit.
await_gone() {
  local limit=$1 since=$2 now pid
  shift 2
  for pid in "$@"; do
    while kill -0 "$pid" 2>/dev/null; do
      now_ms now
      ((now - since < limit)) || return 1
      pause 0.02
    done
  done
}

# Stops the edge first, so that requests in flight still find the services, then the services together.
drain() {
  local pid since edge=() others=() limit=$(((drain_delay + drain_time) * 1000))
  now_ms since
  # Calls that wait for a service would never get an answer.
  set_replacement '-----'
  for pid in "${!role_of[@]}"; do
    case ${role_of[$pid]} in
      edge | retired) edge+=("$pid") ;;
      timer:* | readiness | demo | watch | backup) kill "$pid" 2>/dev/null || true ;;
      *) others+=("$pid") ;;
    esac
  done
  kill -TERM "${edge[@]}" 2>/dev/null || true
  await_gone "$((limit + edge_drain_margin))" "$since" "${edge[@]}" || kill -KILL "${edge[@]}" 2>/dev/null || true
  kill -TERM "${others[@]}" 2>/dev/null || true
  await_gone "$((limit + whole_drain_margin))" "$since" "${others[@]}" || kill -KILL "${others[@]}" 2>/dev/null || true
}

# The edge reads its certificate and the site folder again, and opens its access log. Before it has published its address
# it may not know the signal yet.
reload() {
  local pid
  [[ -s $data/run/edge.addr ]] || return 0
  for pid in "${!role_of[@]}"; do
    [[ ${role_of[$pid]} != edge ]] || kill -HUP "$pid" 2>/dev/null || true
  done
}

stop_all() {
  # A second Ctrl-C ends the supervisor at once, and the processes with it (pdeathsig).
  trap 'exit 130' TERM INT
  stopping=1
  notify STOPPING=1
  say "Stopping"
  drain
  rm -f "$data/run/academy.pid" "$data/run/rolls" "$data/run/retired"
  say "Stopped"
  exit 0
}

# Waits for the processes of an academy whose supervisor was killed: while they drain, they hold the sockets and
# databases.
stop_leftovers() {
  local since
  now_ms since
  # As if they had been started here.
  adopt
  local pids=("${!role_of[@]}")
  role_of=() adopted=()
  ((${#pids[@]})) || return 0
  kill -TERM "${pids[@]}" 2>/dev/null || true
  say "Waiting for the processes of an earlier run to end"
  await_gone "$(((drain_delay + drain_time) * 1000 + whole_drain_margin))" "$since" "${pids[@]}" || kill -KILL "${pids[@]}" 2>/dev/null || true
}
