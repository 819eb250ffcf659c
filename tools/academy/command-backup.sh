# backup: makes and verifies a backup of the academy, lists backups, or makes the keys of encrypted ones. Sourced by
# `academy`.

. "$root/tools/academy/build.sh"

command_backup() {
  local data=data to= recipient= s3_credentials= blobs= blobs_credentials= keep= recheck= site= from= new_identity= list=
  local -A flag_names=([data]=data [to]=to [recipient]=recipient [s3-credentials]=s3_credentials [blobs]=blobs
    [blobs-credentials]=blobs_credentials [keep]=keep [recheck]=recheck [site]=site [from]=from
    [new-identity]=new_identity)
  local -A switch_names=([list]=list)
  parse_flags "$@"
  require_programs
  if [[ $new_identity ]]; then
    "$out/bin/backup" "--new_identity=$new_identity" || die "No identity was made. Fix: see the message above"
    say "$new_identity opens backups: keep it elsewhere, and never on the academy's machine. Give $new_identity.pub to --recipient"
    return
  fi
  if [[ $list ]]; then
    [[ $from ]] || die "backup --list needs the place of the backups. Fix: --from DIR, or --from s3://..."
    "$out/bin/backup" "--list=$from" ${s3_credentials:+"--s3_credentials=$s3_credentials"} ||
      die "The backups were not listed. Fix: see the message above"
    return
  fi
  [[ $to ]] || die "backup needs a place. Fix: --to DIR, or --to s3://bucket/prefix?region=R&endpoint=https://host"
  check_backup_flags
  [[ -d $data/keys ]] ||
    die "There is no folder $data/keys. Fix: give --data the academy's data folder; the first ./academy run makes its keys"
  # Another user's files in the data folder, even root's, would keep the academy from starting.
  [[ -O $data/keys ]] ||
    die "$data is not yours. Fix: run this as the academy's user, $(stat -c %U -- "$data/keys")"
  backup_flags
  "$out/bin/backup" "${backup_flags[@]}" || die "There is no new backup. Fix: see the message above"
}

require_programs() {
  local name
  for name in "${processes[@]}" "${helpers[@]}"; do
    [[ -x $out/bin/$name ]] || die "out/bin/$name is missing. Fix: ./academy run builds it"
  done
}

# Checks what --to and its siblings say; the same flags of `run` begin with backup-.
check_backup_flags() {
  [[ $to != s3://* || $recipient ]] ||
    die "Backups in an S3 store are encrypted. Fix: ./academy backup --new-identity FILE makes an identity; then give --recipient FILE.pub"
  [[ -z $recipient || -r $recipient ]] || die "--recipient $recipient cannot be read. Fix: the file .pub of an identity"
  [[ -z $s3_credentials || -r $s3_credentials ]] ||
    die "--s3-credentials $s3_credentials cannot be read. Fix: a file with aws_access_key_id and aws_secret_access_key"
  [[ -z $keep || $keep =~ ^[1-9][0-9]{0,3}[hdwmy](,[1-9][0-9]{0,3}[hdwmy])*$ ]] ||
    die "--keep $keep is not valid. Fix: how many hours, days, weeks, months and years, such as 24h,7d,4w,6m"
  [[ -z $recheck || $recheck =~ ^(0|[1-9][0-9]{0,5}[smh])$ ]] ||
    die "--recheck $recheck is not valid. Fix: a time such as 168h, or 0 to read everything again"
}

# Sets `backup_flags` for the program, in Abseil's spelling.
backup_flags() {
  declare -ga backup_flags=("--to=$to" "--data=$data" "--web=$out/web" "--site=${site:-$root/site}"
    ${recipient:+"--recipient=$recipient"} ${s3_credentials:+"--s3_credentials=$s3_credentials"}
    ${blobs:+"--blobs=$blobs"} ${blobs_credentials:+"--blobs_credentials=$blobs_credentials"}
    ${keep:+"--keep=$keep"} ${recheck:+"--recheck=$recheck"})
}
