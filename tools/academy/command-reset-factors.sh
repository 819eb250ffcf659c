# reset-factors: removes the second factor of a manager who has lost it. Sourced by `academy`.

command_reset_factors() {
  local email=${1:-}
  [[ $email == ?*@?* && $email != -* ]] ||
    die "reset-factors needs a manager's e-mail address. Fix: ./academy reset-factors EMAIL --data DIR"
  shift
  local data=data db= db_file= timezone=
  local -A flag_names=([data]=data [db]=db [db-file]=db_file [timezone]=timezone) switch_names=()
  parse_flags "$@"
  [[ -x $out/bin/auth ]] || die "out/bin/auth is missing. Fix: ./academy run builds it"
  [[ -d $data/keys ]] ||
    die "There is no folder $data/keys. Fix: give --data the academy's data folder; the first ./academy run makes its keys"
  # Another user's files in the data folder, even root's, would keep the academy from starting.
  [[ -O $data/keys ]] ||
    die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data/keys")"
  # What happened is on standard output, and the lines of auth's log on standard error.
  "$out/bin/auth" "--reset_factors=$email" "--data=$data" ${db:+"--db=$db"} ${db_file:+"--db_file=$db_file"} \
    ${timezone:+"--timezone=$timezone"} 2>>"$data/logs/auth.log" ||
    die "The second factor was not removed. Fix: see the message above, and the end of $data/logs/auth.log"
}
