# Replaces the running processes by those that are installed now, one after another, and loses no request. Sourced by
# supervise.sh. What happens, and why it is enough: docs/operations.md, Upgrading.
#
# SIGUSR2 asks the supervisor for it. It lets the new scripts check that they could start, and becomes them (exec): the
# process, its lock of the data folder and its children stay. Then it replaces the services, each of which its callers
# wait for, and lets a new edge take the listening socket from the one before.

. "$root/tools/academy/upgrade-note.sh"

# Seconds. Whoever sees that a service is away sends it nothing; whoever was about to send something has done so then.
readonly settle_time=0.3
# Milliseconds. What a service takes at most to finish its calls, as its --drain_time says without a flag.
readonly service_drain=5000
# Milliseconds from one sign of life for systemd to the next: a service may migrate its database for long.
readonly feed_interval=10000

# Whether a roll is asked for, which has to wait for its moment.
roll_wanted=
# The processes that this shell has not started: process id -> 1.
declare -A adopted=()
# The program that a process had before the roll, as an open descriptor (its command line is in earlier_words_NAME), and
# whether that is started again because the new one does not.
declare -A earlier_program=() falls_back=()

# set_replacement STATE: what every process of the folder sees at once. In place, because they have the file mapped.
set_replacement() {
  [[ -e $data/run/replacement ]] || return 0
  printf '%s' "$1" 1<>"$data/run/replacement" || true
}

# A roll cannot begin before all is ready, and not during a backup, which reads from the services.
may_roll() {
  local pid
  [[ $ready ]] || return 1
  for pid in "${!role_of[@]}"; do
    [[ ${role_of[$pid]} != backup && ${role_of[$pid]} != demo ]] || return 1
  done
}

# The environment and the words with which this supervisor was started, for the scripts that are there now.
as_started() {
  [[ -z $given_smtp ]] || export ACADEMY_SMTP=$given_smtp
  [[ -z $notify_socket ]] || export NOTIFY_SOCKET=$notify_socket
  ((watchdog_seconds == 0)) || export WATCHDOG_USEC=$((watchdog_seconds * 1000000))
  cd -- "$run_from"
}

begin_roll() {
  roll_wanted=
  note_upgrade checking
  local said
  if ! said=$(as_started && "$root/${me##*/}" run "${run_words[@]}" --check 2>&1 {data_lock}>&- {terminal}>&-); then
    said=${said##*$'\n'}
    say "Not upgraded, and goes on as before: ${said#academy: }"
    note_upgrade refused "${said#academy: }"
    return 0
  fi
  local pid
  for pid in "${!role_of[@]}"; do
    case ${role_of[$pid]} in
      watch | timer:*) kill "$pid" 2>/dev/null || true ;;
    esac
  done
  # Whoever asks now would end a shell that does not know the signal yet.
  rm -f "$data/run/rolls"
  note_upgrade under-way
  local name
  for name in "${!earlier_program[@]}"; do forget_earlier "$name"; done
  as_started
  export ACADEMY_ROLL=$data_lock
  exec "$root/${me##*/}" run "${run_words[@]}" 2>&"$terminal" {terminal}>&- {idle_fd}>&-
}

# process_of NAME: sets `pid` to that of the running process, and fails if there is none.
process_of() {
  pid=
  [[ -s $data/run/$1.pid ]] || return 1
  read -r pid <"$data/run/$1.pid" || true
  [[ $pid =~ ^[0-9]+$ && $(command_line "$pid") == *"/$1 --data=$data "* ]]
}

# Takes over the processes that the scripts before have started, edges that retire too.
adopt() {
  local name pid
  for name in "${processes[@]}"; do
    process_of "$name" || continue
    role_of[$pid]=$name adopted[$pid]=1
    now_ms "started_at[$name]"
  done
  local others=()
  [[ ! -s $data/run/retired ]] || mapfile -t others <"$data/run/retired"
  for pid in "${others[@]}"; do
    [[ $pid =~ ^[0-9]+$ && -z ${role_of[$pid]:-} ]] || continue
    [[ $(command_line "$pid") == *"/edge --data=$data "* ]] || continue
    role_of[$pid]=retired adopted[$pid]=1
  done
}

# tend [PID]: what the supervisor does about children that have ended, but for PID. Also says to systemd that it works.
tended_at=0
tend() {
  local pid now
  for pid in "${!role_of[@]}"; do
    [[ $pid == "${1:-}" ]] || kill -0 "$pid" 2>/dev/null || child_ended "$pid"
  done
  now_ms now
  ((now - tended_at >= feed_interval || now < tended_at)) || return 0
  tended_at=$now
  notify WATCHDOG=1
}

# serves NAME PID: whether the process has published its address.
serves() {
  local pid
  [[ -s $data/run/$1.addr ]] && process_of "$1" && [[ $pid == "$2" ]]
}

# start_new NAME [FLAG...]: starts the installed program, up to three times. Fails if it ends each time.
start_new() {
  local name=$1 try pid since now
  for ((try = 1; try <= start_tries; ++try)); do
    now_ms since
    start_process "$@"
    pid=$!
    while ! serves "$name" "$pid"; do
      pause 0.02
      now_ms now
      if ! kill -0 "$pid" 2>/dev/null; then
        wait "$pid" || true
        unset "role_of[$pid]"
        break
      fi
      ((now - since < migration_limit)) || {
        kill -KILL "$pid" 2>/dev/null || true
        continue
      }
      tend "$pid"
    done
    [[ -z ${role_of[$pid]:-} ]] || return 0
    pause 0.1
  done
  return 1
}

# keep_earlier NAME PID: holds on to the program and the words of a process that is about to be replaced.
keep_earlier() {
  local descriptor
  forget_earlier "$1"
  { exec {descriptor}<"/proc/$2/exe"; } 2>/dev/null || return 0
  earlier_program[$1]=$descriptor
  declare -ga "earlier_words_$1"
  mapfile -d '' -t "earlier_words_$1" <"/proc/$2/cmdline" || true
}

forget_earlier() {
  local descriptor=${earlier_program[$1]:-}
  [[ $descriptor ]] || return 0
  exec {descriptor}<&-
  unset "earlier_program[$1]" "falls_back[$1]"
}

# rolls_back NAME: that the new program of a process does not start.
rolls_back() {
  local words
  words=$(grep -v '^[[:space:]]*$' "$data/logs/$1.log" 2>/dev/null | tail -n 1 || true)
  say "$1 of $(academy_version) does not start; the program before goes on. Its last line: ${words:-none}. Fix: read $data/logs/$1.log"
  failed_upgrade+="${failed_upgrade:+, }$1"
}

# end_process NAME PID LIMIT_MS: lets it drain.
end_process() {
  local since
  forget_process "$1"
  now_ms since
  kill -TERM "$2" 2>/dev/null || true
  await_gone "$3" "$since" "$2" || {
    kill -KILL "$2" 2>/dev/null || true
    await_gone "$(($3 + whole_drain_margin))" "$since" "$2" || true
  }
}

# start_earlier NAME: starts the program before, if it is still there, and waits until it serves.
start_earlier() {
  local pid since now
  [[ -z ${earlier_program[$1]:-} ]] || falls_back[$1]=1
  start_process "$1"
  pid=$!
  now_ms since
  until serves "$1" "$pid"; do
    pause 0.02
    now_ms now
    # Then it is started again like any process that ends.
    kill -0 "$pid" 2>/dev/null && ((now - since < start_limit)) || return 0
    tend "$pid"
  done
}

# forget_process NAME: that it has ended, or is to be started after a pause, is no reason any more to start it.
forget_process() {
  local pid
  for pid in "${!role_of[@]}"; do
    case ${role_of[$pid]} in
      "$1") unset "role_of[$pid]" "adopted[$pid]" ;;
      "timer:$1")
        kill "$pid" 2>/dev/null || true
        unset "role_of[$pid]"
        ;;
    esac
  done
}

# replace_process NAME LIMIT_MS: ends it and starts the new program, or the one before if that does not start.
replace_process() {
  local pid
  if process_of "$1"; then
    keep_earlier "$1" "$pid"
    end_process "$1" "$pid" "$2"
  fi
  forget_process "$1"
  if start_new "$1"; then
    forget_earlier "$1"
  else
    rolls_back "$1"
    start_earlier "$1"
  fi
}

# replace_service NAME: its callers wait from before its end until the next one serves.
replace_service() {
  local name=$1 service state=R
  for service in "${services[@]}"; do
    if [[ $service == "$name" ]]; then state+=A; else state+=-; fi
  done
  set_replacement "$state"
  pause "$settle_time"
  replace_process "$name" "$((service_drain + whole_drain_margin))"
  set_replacement 'R----'
}

# The new edge takes the listening socket from the one before, which then serves its connections for a while. One that
# does not know how is ended first.
replace_edge() {
  local pid=''
  if ! process_of edge || [[ ! -S $data/run/edge.sock ]]; then
    replace_process edge "$(((drain_delay + drain_time) * 1000 + edge_drain_margin))"
    return 0
  fi
  local before=$pid
  # From now on its end is no reason to start another one.
  role_of[$before]=retired
  if start_new edge --take_over; then
    for pid in "${!role_of[@]}"; do
      [[ ${role_of[$pid]} != retired ]] || printf '%s\n' "$pid"
    done >"$data/run/retired" || true
  else
    role_of[$before]=edge
    rolls_back edge
  fi
}

# What the new scripts do instead of starting everything.
roll() {
  local name failed_upgrade=''
  ready=1
  adopt
  for name in "${processes[@]}"; do
    [[ ! -s $data/run/$name.restarts ]] || read -r "restarts_of[$name]" <"$data/run/$name.restarts" || true
  done
  if [[ -z $public_url && $port == 0 && -s $data/run/edge.addr ]]; then keep_port "$(<"$data/run/edge.addr")"; fi
  flags_auth+=("--public_url=${public_url:-$scheme://127.0.0.1:$port}")
  say "Upgrading to $(academy_version)"
  set_replacement 'R----'
  for name in "${services[@]}"; do replace_service "$name"; done
  set_replacement '-----'
  replace_edge
  printf '%s\n' "$$" >"$data/run/rolls" || true
  if [[ $failed_upgrade ]]; then
    note_upgrade failed "$failed_upgrade"
    say "Upgraded to $(academy_version), but for $failed_upgrade"
  else
    note_upgrade "done"
    say "Upgraded to $(academy_version)"
  fi
  start_watch
  notify --ready --status="Ready"
  schedule_backup
}
