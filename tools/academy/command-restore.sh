# restore: makes an academy's data folder of a backup. Sourced by `academy`.

. "$root/tools/academy/backup.sh"

command_restore() {
  local from=${conf[backup-to]:-} data=${conf[data]:-} id= identity= s3_credentials=${conf[backup-s3-credentials]:-}
  local -A flag_names=([from]=from [data]=data [id]=id [identity]=identity [s3-credentials]=s3_credentials)
  local -A switch_names=()
  parse_flags "$@"
  [[ $from ]] || die "restore needs the place of the backups. Fix: --from DIR, or --from s3://..."
  [[ $data ]] || die "restore needs a folder for the data. Fix: --data DIR, a new or empty folder"
  require_program "${processes[@]}" backup
  [[ -z $identity || -r $identity ]] ||
    die "--identity $identity cannot be read. Fix: the file that $me backup --new-identity made"
  "$programs/backup" "--restore=$from" "--data=$data" ${id:+"--id=$id"} ${identity:+"--identity=$identity"} \
    ${s3_credentials:+"--s3_credentials=$s3_credentials"} || die "Nothing was restored. Fix: see the message above"
  local start="Start it with ${installed:+$start_it}"
  [[ $installed ]] || start+="$me run --data $data"
  [[ ! -d $data/postgresql ]] || start="Start it as shown above"
  say "Everybody has to sign in again, and mails that waited are marked as failed. $start"
}
