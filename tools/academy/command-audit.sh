# audit: verifies the audit trail. Sourced by `academy`.

command_audit() {
  [[ ${1:-} == verify ]] || die "The only audit command is verify. Fix: $me audit verify --data DIR"
  shift
  local data=${conf[data]:-data} db= db_file= head=
  local -A flag_names=([data]=data [db]=db [db-file]=db_file [head]=head) switch_names=()
  parse_flags "$@"
  require_program auth
  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  # Exit code 0: intact; 1: broken, with the first broken position; 2: it could not be read.
  exec "$programs/auth" --verify_audit "--data=$data" ${db:+"--db=$db"} ${db_file:+"--db_file=$db_file"} ${head:+"--head=$head"}
}
