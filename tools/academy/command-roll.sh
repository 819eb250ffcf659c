# roll: asks the supervisor of a running academy to replace its processes by those that are installed now, and says how it
# went (--await). For `upgrade` and the package; what happens then is in roll.sh. Sourced by `academy` and `academyctl`.

. "$root/tools/academy/command-status.sh"
. "$root/tools/academy/upgrade-note.sh"

# Seconds. How long a supervisor may take to begin: until a backup that runs has ended. And how long it may take then: each
# service may migrate its database.
readonly begin_limit=3600 roll_limit=9000

# As the academy's user: what is in its folders is its own. Exit code 3 without a supervisor that could be asked.
command_roll() {
  local data=${conf[data]:-data} await=
  local -A flag_names=([data]=data) switch_names=([await]=await)
  parse_flags "$@"
  [[ -d $data ]] || die_status=3 die "There is no folder $data. Fix: give --data the academy's data folder"
  data=$(cd -- "$data" && pwd -P)
  if [[ $await ]]; then
    # The package has asked.
    [[ ! -s $data/run/upgrade ]] || await_roll
  else
    die_status=3 ask_to_roll
  fi
}

# find_roller: sets `supervisor` to that of `data`, which must know the signal.
find_roller() {
  local able=
  find_supervisor && [[ -s $data/run/rolls ]] && read -r able <"$data/run/rolls" && [[ $able == "$supervisor" ]] ||
    die "No academy that could be upgraded runs on $data. Fix: $start_it"
}

# ask_to_roll: asks the supervisor of `data`.
ask_to_roll() {
  local supervisor
  find_roller
  note_upgrade asked
  kill -USR2 "$supervisor"
}

# Waits for the end of what ask_to_roll has begun, and says how it was; exit code 1 unless all is upgraded.
await_roll() {
  local state='' version='' at text='' since=$EPOCHSECONDS said='' supervisor
  while :; do
    read -r state version at text <"$data/run/upgrade" || true
    case $state in
      done)
        say "Upgraded to $version"
        return 0
        ;;
      refused) die "Not upgraded, and all goes on as before: $text" ;;
      failed) die "Upgraded to $version, but the program before goes on for $text. Fix: read $data/logs, or install the release before again" ;;
      asked) ((EPOCHSECONDS - since < begin_limit)) || die "The supervisor has not begun. Fix: $me status" ;;
      *)
        [[ $said ]] || say "Replacing the processes one after another"
        said=1
        ((EPOCHSECONDS - since < roll_limit)) || die "The upgrade takes too long. Fix: $me status"
        ;;
    esac
    find_supervisor || die "The academy stopped meanwhile. Fix: read $data/logs; then $start_it"
    pause 0.2
  done
}
