#!/usr/bin/env bash
# Ends the processes of an academy that no longer answer, so that the supervisor starts them again. Asks the edge, which
# asks the services: a service that answers without being ready knows what is the matter, and stays.
#
# watch.sh SUPERVISOR_PID DATA LIMIT_SECONDS [tls]
set -Eeuo pipefail

root=$(cd -- "${BASH_SOURCE[0]%/*}/../.." && pwd -P)
. "$root/tools/academy/common.sh"
. "$root/tools/academy/readiness.sh"

readonly supervisor=$1 data=$2 limit=$3 tls=${4:-}
# Rounds are counted, not seconds: whatever stops this process or the whole machine stops the count.
readonly rounds=6
readonly services=(auth catalog enrollment presence)
declare -A silent_rounds=()

# heard NAME, unheard NAME: what the last round learned of a process.
heard() { silent_rounds[$1]=0; }
unheard() {
  silent_rounds[$1]=$((${silent_rounds[$1]:-0} + 1))
  ((silent_rounds[$1] >= rounds)) || return 0
  silent_rounds[$1]=0
  end_process "$1"
}

end_process() {
  local pid
  pid=$(<"$data/run/$1.pid")
  [[ $pid =~ ^[0-9]+$ && $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" || true) == *"/$1 --data=$data "* ]] || return 0
  say "$1 (process $pid) has not answered for $limit s; ending it"
  kill -KILL "$pid" 2>/dev/null || true
}

# One that has not published its address is starting, which may take long.
is_up() { [[ -s $data/run/$1.addr ]]; }

watch_round() {
  local name address reply silent
  is_up edge || return 0
  read -r address <"$data/run/edge.addr" || return 0
  ask_readiness "$address" "$tls"
  if [[ $reply != HTTP/1.1* ]]; then
    unheard edge
    return 0
  fi
  heard edge
  # An edge with too many connections says nothing about the services.
  [[ $reply =~ \"silent\":\[([^]]*)\] ]] || return 0
  silent=${BASH_REMATCH[1]}
  for name in "${services[@]}"; do
    if [[ $silent == *"\"$name\""* ]] && is_up "$name"; then unheard "$name"; else heard "$name"; fi
  done
}

# A round in which somebody is silent takes the edge's patience of a second.
milliseconds=$((limit * 1000 / rounds - 1000))
((milliseconds >= 200)) || milliseconds=200
printf -v seconds '%d.%03d' $((milliseconds / 1000)) $((milliseconds % 1000))
while kill -0 "$supervisor" 2>/dev/null; do
  pause "$seconds"
  watch_round || true
done
