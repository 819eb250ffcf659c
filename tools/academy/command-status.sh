# status: says how the academy on a data folder is. Sourced by `academy` and `academyctl`.

. "$root/tools/academy/readiness.sh"

# Exit code 0: all works; 1: something does not; 3: it does not run.
command_status() {
  local data=${conf[data]:-data}
  local -A flag_names=([data]=data) switch_names=()
  parse_flags "$@"
  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  [[ -x $data && -r $data/run ]] || die "$data/run is not yours to read. Fix: run this as the academy's user, $(stat -c %U -- "$data")"
  data=$(cd -- "$data" && pwd -P)
  print "academy $(academy_version), data in $data"
  local name supervisor bad=
  if ! find_supervisor; then
    print "supervisor: not running. Fix: ${start_it}"
    status_of_backup
    status_of_disk
    exit 3
  fi
  print "supervisor: process $supervisor"
  for name in "${processes[@]}"; do status_of "$name" || bad=1; done
  status_of_edge || bad=1
  status_of_upgrade || bad=1
  status_of_backup
  status_of_disk
  [[ -z $bad ]] || exit 1
}

# Sets `supervisor`. Trying the folder's lock could keep a start from having it.
find_supervisor() {
  [[ -s $data/run/academy.pid ]] || return 1
  read -r supervisor <"$data/run/academy.pid"
  [[ $supervisor =~ ^[0-9]+$ && $(command_line "$supervisor") == *academy*' run '* ]]
}

# status_of NAME: its process, memory and restarts.
status_of() {
  local pid='' restarts=0 pss='' line
  [[ ! -s $data/run/$1.pid ]] || read -r pid <"$data/run/$1.pid"
  [[ ! -s $data/run/$1.restarts ]] || read -r restarts <"$data/run/$1.restarts"
  if [[ ! $pid =~ ^[0-9]+$ || ! -d /proc/$pid ]]; then
    print "$1: not running, started again $restarts times. Fix: read $data/logs/$1.log"
    return 1
  fi
  # Its own user may not see it of a process that may listen below port 1024; root does.
  while read -r line; do [[ $line != Pss:* ]] || pss=${line//[!0-9]/}; done 2>/dev/null <"/proc/$pid/smaps_rollup" || true
  print "$1: process $pid${pss:+, $((pss / 1024)) MiB}, started again $restarts times"
}

# What the edge says of itself and the services.
status_of_edge() {
  local address reply tls='' arguments
  read -r address 2>/dev/null <"$data/run/edge.addr" || {
    print "ready: no, the edge has no address yet"
    return 1
  }
  # Its command line says whether it speaks TLS.
  mapfile -d '' -t arguments 2>/dev/null <"/proc/$(<"$data/run/edge.pid")/cmdline" || true
  [[ " ${arguments[*]} " != *' --tls_cert='* ]] || tls=1
  local scheme=http${tls:+s}
  print "address: $scheme://$address"
  ask_readiness "$address" "$tls" || reply=
  [[ ! -s $data/run/setup-code ]] || print "setup code for the first manager: $(<"$data/run/setup-code")"
  case $reply in
    'HTTP/1.1 200 '*) print "ready: yes" ;;
    '')
      print "ready: no, the edge does not answer. Fix: read $data/logs/edge.log"
      return 1
      ;;
    *)
      [[ $reply =~ \"missing\":\[([^]]*)\] ]] || true
      print "ready: no, missing ${BASH_REMATCH[1]:-something}. Fix: see Health in the managers' area, and $data/logs"
      return 1
      ;;
  esac
}

# How the last upgrade of the running academy ended, if there was one.
status_of_upgrade() {
  local state version at text
  [[ -s $data/run/upgrade ]] || return 0
  read -r state version at text <"$data/run/upgrade" || true
  at=$(date -d "@$at" '+%F %T')
  case $state in
    done) print "upgrade: to $version, good, at $at" ;;
    asked | checking | under-way) print "upgrade: to $version, under way since $at" ;;
    refused)
      print "upgrade: to $version, refused at $at, and nothing has changed: $text"
      return 1
      ;;
    *)
      print "upgrade: to $version, incomplete at $at: the program before goes on for $text. Fix: read $data/logs, or install the release before again"
      return 1
      ;;
  esac
}

status_of_backup() {
  local last
  if [[ ! -s $data/backup/last.json ]]; then
    print "backup: none yet. Advised: backup-to in the settings"
    return 0
  fi
  last=$(<"$data/backup/last.json")
  [[ $last =~ \"at\":([0-9]+) ]] || return 0
  local at
  at=$(date -d "@$((BASH_REMATCH[1] / 1000))" '+%F %T')
  if [[ $last =~ \"error\":\"([^\"]+) ]]; then
    print "backup: failed at $at: ${BASH_REMATCH[1]}. Fix: read $data/logs/backup.log"
  else
    print "backup: good, at $at"
  fi
}

status_of_disk() {
  local free
  free=$(stat -f -c '%a %S' -- "$data")
  print "disk: $((${free% *} * ${free#* } / 1048576)) MiB free"
}
