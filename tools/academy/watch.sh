#!/usr/bin/env bash
# Ends the processes of an academy that no longer answer, so that the supervisor starts them again. Asks the edge, which
# asks the services: a service that answers without being ready knows what is the matter, and stays.
#
# watch.sh SUPERVISOR_PID DATA LIMIT_SECONDS [tls]
set -Eeuo pipefail

root=$(cd -- "${BASH_SOURCE[0]%/*}/../.." && pwd -P)
. "$root/tools/academy/common.sh"
. "$root/tools/academy/readiness.sh"
. "$root/tools/academy/notify.sh"

readonly supervisor=$1 data=$2 limit=$3 tls=${4:-}
# Rounds are counted, not seconds: whatever stops this process or the whole machine stops the count.
readonly rounds=6 interval=$((limit * 1000 / 6)) shortest_pause=200
# Milliseconds. Whoever is late by more than this was itself stopped or starved, and so perhaps were the others.
readonly lateness=1000 answer_limit=2000
declare -A silent_rounds=() pid_of=()
# Whether the edge was ended because it reached no service, and has reached none since.
suspected=

# heard NAME: what the last round learned of a process.
heard() { silent_rounds[$1]=0; }
# unheard NAME [WHAT]: so, too; WHAT it has not done.
unheard() {
  local pid=
  read -r pid <"$data/run/$1.pid" || true
  if [[ $pid != "${pid_of[$1]:-}" ]]; then
    # Another process than before has its whole time.
    pid_of[$1]=$pid silent_rounds[$1]=0
    return 1
  fi
  silent_rounds[$1]=$((${silent_rounds[$1]:-0} + 1))
  ((silent_rounds[$1] >= rounds)) || return 1
  silent_rounds[$1]=0
  [[ $pid =~ ^[0-9]+$ && $(command_line "$pid") == *"/$1 --data=$data "* ]] || return 1
  say "$1 (process $pid) has not ${2:-answered} for $limit s; ending it"
  kill -KILL "$pid" 2>/dev/null || true
}

# One that has not published its address is starting, which may take long.
is_up() { [[ -s $data/run/$1.addr ]]; }

watch_round() {
  local name address reply begun now answered=1 silent=()
  is_up edge || return 0
  read -r address <"$data/run/edge.addr" || return 0
  now_ms begun
  ask_readiness "$address" "$tls" || answered=
  now_ms now
  ((now - begun <= answer_limit + lateness)) || return 0
  if [[ -z $answered ]]; then
    unheard edge || true
    return 0
  fi
  # An edge with too many connections says nothing about the services.
  [[ $reply =~ \"silent\":\[([^]]*)\] ]] || {
    heard edge
    notify WATCHDOG=1
    return 0
  }
  for name in "${services[@]}"; do
    if [[ ${BASH_REMATCH[1]} == *"\"$name\""* ]] && is_up "$name"; then silent+=("$name"); else heard "$name"; fi
  done
  ((${#silent[@]} == ${#services[@]})) || suspected=
  # That all hang is less likely than that the edge does not reach them.
  if ((${#silent[@]} == ${#services[@]})) && [[ -z $suspected ]]; then
    ! unheard edge "reached any service" || suspected=1
    return 0
  fi
  heard edge
  # systemd waits for longer than this takes to end and start a process: it acts only if that does not help.
  ((${#silent[@]})) || notify WATCHDOG=1
  for name in "${silent[@]}"; do unheard "$name" || true; done
}

now_ms round_begun
while kill -0 "$supervisor" 2>/dev/null; do
  now_ms now
  wait=$((interval - (now - round_begun)))
  # The clock may be set back.
  ((wait <= interval)) || wait=$interval
  ((wait >= shortest_pause)) || wait=$shortest_pause
  printf -v seconds '%d.%03d' $((wait / 1000)) $((wait % 1000))
  pause "$seconds"
  now_ms round_begun
  ((round_begun - now - wait <= lateness)) || continue
  watch_round || true
done
