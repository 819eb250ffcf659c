# backup: makes and verifies a backup of the academy, lists backups, or makes the keys of encrypted ones. Sourced by
# `academy`.

. "$root/tools/academy/backup.sh"

command_backup() {
  local data=${conf[data]:-data} to= recipient= s3_credentials= keep= recheck= from= new_identity= list=
  local blobs=${conf[blobs]:-} blobs_credentials=${conf[s3-credentials]:-} site=${conf[site]:-}
  local -A flag_names=([data]=data [to]=to [recipient]=recipient [s3-credentials]=s3_credentials [blobs]=blobs
    [blobs-credentials]=blobs_credentials [keep]=keep [recheck]=recheck [site]=site [from]=from
    [new-identity]=new_identity)
  local -A switch_names=([list]=list)
  parse_flags "$@"
  # Another place than that of the settings has a recipient, credentials and a limit of its own.
  if [[ -z $to && ${conf[backup-to]:-} ]]; then
    to=${conf[backup-to]}
    from=${from:-$to} recipient=${recipient:-${conf[backup-recipient]:-}} keep=${keep:-${conf[backup-keep]:-}}
    s3_credentials=${s3_credentials:-${conf[backup-s3-credentials]:-}}
  fi
  require_program "${processes[@]}" backup
  if [[ $new_identity ]]; then
    "$programs/backup" "--new_identity=$new_identity" || die "No identity was made. Fix: see the message above"
    say "$new_identity opens backups: keep it elsewhere, and never on the academy's machine. Give $new_identity.pub to --recipient"
    return
  fi
  if [[ $list ]]; then
    [[ $from ]] || die "backup --list needs the place of the backups. Fix: --from DIR, or --from s3://..."
    "$programs/backup" "--list=$from" ${s3_credentials:+"--s3_credentials=$s3_credentials"} ||
      die "The backups were not listed. Fix: see the message above"
    return
  fi
  [[ $to ]] || die "backup needs a place. Fix: --to DIR, or --to s3://bucket/prefix?region=R&endpoint=https://host"
  check_backup_flags
  [[ -d $data/keys ]] ||
    die "There is no folder $data/keys. Fix: give --data the academy's data folder; the first $me run makes its keys"
  # Another user's files in the data folder, even root's, would keep the academy from starting.
  [[ -O $data/keys ]] ||
    die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data/keys")"
  backup_flags
  "$programs/backup" "${backup_flags[@]}" || die "There is no new backup. Fix: see the message above"
}
