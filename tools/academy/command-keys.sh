# keys: lists and rotates the academy's keys, and makes certificates for its processes. Sourced by `academy`.

. "$root/tools/academy/certificates.sh"

command_keys() {
  local action=${1:-} name=
  case $action in
    list) shift ;;
    rotate)
      name=${2:-}
      [[ -n $name && $name != -* ]] || die "keys rotate needs a name. Fix: $me keys list shows the names; or calls, or all"
      shift 2
      ;;
    authority | certificate | revoke)
      command_certificates "$@"
      return
      ;;
    *) die "The keys commands are list and rotate, authority, certificate and revoke. Fix: $me help" ;;
  esac
  local data=${conf[data]:-data} after=
  local -A flag_names=([data]=data [after]=after) switch_names=()
  parse_flags "$@"
  require_program auth
  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  [[ -d $data/keys ]] ||
    die "There is no folder $data/keys. Fix: give --data the academy's data folder; the first $me run makes its keys"
  [[ -r $data/keys && -x $data/keys && ($action == list || -w $data/keys) ]] ||
    die "$data/keys is not yours to $action. Fix: run this as the academy's user, $(stat -c %U -- "$data/keys")"
  [[ -z $after || $after =~ ^[0-9]{1,5}[smh]$ ]] || die "--after $after is not valid. Fix: a time such as 10m"
  local flags=(--list_keys)
  [[ $action == list ]] || flags=("--rotate_keys=$name" ${after:+"--rotate_after=$after"})
  "$programs/auth" "--data=$data" "${flags[@]}" || die "keys $action failed. Fix: see the message above"
}
