# doctor: looks at what an academy needs, and says what to do about what is wrong. Sourced by `academy` and `academyctl`.

. "$root/tools/academy/command-run.sh"
. "$root/tools/academy/command-status.sh"
. "$root/tools/academy/doctor-machine.sh"
. "$root/tools/academy/doctor-network.sh"
. "$root/tools/academy/doctor-academy.sh"

# In the order of the report.
readonly doctor_checks=(settings secrets processes disk clock limits versions dns certificate ports mail store)

# Exit code 0: nothing is wrong, though there may be advice; 1: something is wrong.
command_doctor() {
  local "${run_settings[@]}" "${run_switches[@]}" conf_file= mail_to= json= audit= name supervisor=
  local -A flag_names=([conf]=conf_file [mail]=mail_to) switch_names=([json]=json [audit]=audit)
  for name in "${!run_settings[@]}"; do flag_names[$name]=${run_settings[$name]}; done
  for name in "${!run_switches[@]}"; do switch_names[$name]=${run_switches[$name]}; done
  local refused=() unseen= restart_it='systemctl restart academy' reload_it='systemctl reload academy'
  read_settings "$@"

  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  [[ -O $data ]] || die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data")"
  data=$(cd -- "$data" && pwd -P)
  find_supervisor || supervisor=
  [[ $installed ]] || restart_it='stop ./academy run, and start it again' reload_it="kill -HUP the process in $data/run/edge.pid"
  [[ -z $mail_to || $mail_to == ?*@?* ]] || die "--mail $mail_to is no address. Fix: --mail you@example.com"

  local worst=ok items=
  for name in "${doctor_checks[@]}"; do examine "$name"; done
  for name in "${services[@]}"; do examine "database-$name" database "$name"; done
  examine backup
  [[ -z $audit ]] || examine audit
  [[ -z $json ]] || printf '{"result":"%s","checks":[%s]}\n' "$worst" "$items"
  [[ $worst != wrong ]] || exit 1
}

# read_settings FLAGS...: sets the variables of run: to what a running academy was started with, unless a file says it;
# flags win.
read_settings() {
  default_settings
  parse_flags "$@"
  if [[ $installed && -z $conf_file ]]; then
    conf_file=$settings
  elif [[ -z $conf_file && -d $data ]] && find_supervisor; then
    local words=() own=$data
    mapfile -d '' -t words <"/proc/$supervisor/cmdline" || true
    while ((${#words[@]})) && [[ ${words[0]} != run ]]; do words=("${words[@]:1}"); done
    parse_flags "${words[@]:1}"
    data=$own
    parse_flags "$@"
  fi
  [[ $conf_file ]] || return 0
  if [[ -f $conf_file && -r $conf_file ]]; then
    refuse_line() { refused+=("$1"); }
    read_conf "$conf_file"
    leave_unseen_secrets
    apply_conf
  else
    refused+=("$conf_file cannot be read. Fix: a file with lines such as port = 8080, which the academy's user can read")
  fi
  parse_flags "$@"
}

# Only root sees the files in the folder of secrets, and gives the academy's user copies. That user alone knows nothing of
# them.
leave_unseen_secrets() {
  [[ $secrets && -z ${ACADEMY_EXPOSED_SECRETS+seen} ]] || return 0
  local name
  for name in "${!conf[@]}"; do
    [[ ${conf[$name]} == "$secrets"/* && ! -r ${conf[$name]} ]] || continue
    unseen+="${unseen:+, }$name"
    # A certificate without its key, or a server with half its settings, would be told as wrong.
    case $name in
      tls-key) unset 'conf[tls-cert]' ;;
      recaptcha-secret-file) unset 'conf[recaptcha-site-key]' ;;
      video-cdn-secret-file) unset 'conf[video-cdn]' ;;
    esac
    unset "conf[$name]"
  done
}

# examine NAME [FUNCTION WORD...]: reports what doctor_FUNCTION finds, and what is well only if it finds nothing else. It
# prints its findings by `well`, `advise` and `wrong`; in a process of its own, so that whatever fails there ends nothing.
examine() {
  local name=$1 findings result what fix facts= found=
  shift
  findings=$("doctor_${1:-$name}" "${@:2}" </dev/null) || true
  while IFS=$'\x1f' read -r result what fix; do
    case $result in
      ok) facts+=${facts:+, }$what ;;
      advice | wrong)
        report "$result" "$name" "$what" "$fix"
        found=1
        ;;
    esac
  done <<<"$findings"
  [[ $found || -z $facts ]] || report ok "$name" "$facts"
}

# well WHAT; advise WHAT FIX; wrong WHAT FIX
well() { finding ok "$1" ''; }
advise() { finding advice "$1" "$2"; }
wrong() { finding wrong "$1" "$2"; }
finding() { printf '%s\x1f%s\x1f%s\n' "$1" "${2//[[:cntrl:]]/ }" "${3//[[:cntrl:]]/ }"; }

# as_said WHICH MESSAGE: a finding of a message with its `Fix: ` in it.
as_said() {
  local what=${2#academy: } fix='see the message'
  case $what in
    *' Fix: '*) fix=${what##* Fix: } what=${what%% Fix: *} ;;
    *' Advised: '*) fix=${what##* Advised: } what=${what%% Advised: *} ;;
  esac
  finding "$1" "${what%.}" "$fix"
}

# report ok|advice|wrong NAME WHAT FIX
report() {
  [[ $worst == wrong || $1 == ok ]] || worst=$1
  if [[ $json ]]; then
    items+="${items:+,}{\"check\":$(json_text "$2"),\"result\":\"$1\",\"what\":$(json_text "$3")${4:+,\"fix\":$(json_text "$4")}}"
    return 0
  fi
  local line
  printf -v line '%-6s  %s: %s%s' "$1" "$2" "$3" "${4:+. Fix: $4}"
  print "$line"
}

json_text() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "$text"
}
