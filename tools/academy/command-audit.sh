# audit: looks through the audit trail. Sourced by `academy`.

command_audit() {
  [[ ${1:-} == verify ]] || die "audit can only verify. Mend: ./academy audit verify --data DIR"
  shift
  local data=data db= head=
  local -A flag_names=([data]=data [db]=db [head]=head) switch_names=()
  parse_flags "$@"
  [[ -x $out/bin/auth ]] || die "out/bin/auth is missing. Mend: ./academy run builds it"
  [[ -d $data ]] || die "There is no folder $data. Mend: give --data the academy's data folder"
  # 0: whole; 1: broken, with the first position; 2: it could not be looked at.
  exec "$out/bin/auth" --verify_audit "--data=$data" ${db:+"--db=$db"} ${head:+"--head=$head"}
}
