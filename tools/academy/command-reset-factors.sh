# reset-factors: removes the second factor of a manager who has lost it. Sourced by `academy`.

command_reset_factors() {
  local email=${1:-}
  [[ $email == ?*@?* && $email != -* ]] ||
    die "reset-factors needs a manager's e-mail address. Fix: $me reset-factors EMAIL --data DIR"
  shift
  local data=${conf[data]:-data} db= db_file= timezone=${conf[timezone]:-}
  local -A flag_names=([data]=data [db]=db [db-file]=db_file [timezone]=timezone) switch_names=()
  parse_flags "$@"
  require_program auth
  [[ -d $data/keys ]] ||
    die "There is no folder $data/keys. Fix: give --data the academy's data folder; the first $me run makes its keys"
  # Another user's files in the data folder, even root's, would keep the academy from starting.
  [[ -O $data/keys ]] ||
    die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data/keys")"
  # What happened is on standard output, and the lines of auth's log on standard error.
  "$programs/auth" "--reset_factors=$email" "--data=$data" ${db:+"--db=$db"} ${db_file:+"--db_file=$db_file"} \
    ${timezone:+"--timezone=$timezone"} 2>>"$data/logs/auth.log" ||
    die "The second factor was not removed. Fix: see the message above, and the end of $data/logs/auth.log"
}
