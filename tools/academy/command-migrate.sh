# migrate: brings the services' databases to the schema of this build. Sourced by `academy`.

command_migrate() {
  local data=${conf[data]:-data} db_files=${conf[db-files]:-} name
  local -A flag_names=([data]=data [db-files]=db_files) switch_names=()
  parse_flags "$@"
  require_program auth
  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  # Another user's files in the data folder, even root's, would keep the academy from starting.
  [[ -O $data ]] || die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data")"
  [[ -z $db_files || -d $db_files ]] || die "There is no folder $db_files. Fix: give --db-files that of $me run"
  for name in "${services[@]}"; do
    local flags=("--data=$data")
    [[ -z $db_files || ! -e $db_files/$name ]] || flags+=("--db_file=$db_files/$name")
    "$programs/$name" --migrate_only "${flags[@]}" ||
      die "The database of $name was not migrated. Fix: see the message above; the programs of before go on with it"
    say "the database of $name has the schema of this build"
  done
}
