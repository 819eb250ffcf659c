# What the commands backup, restore and run have in common. Sourced by them.

# Checks what --to and its siblings say; the same flags of `run` begin with backup-.
check_backup_flags() {
  [[ $to != s3://* || $recipient ]] ||
    die "Backups in an S3 store are encrypted. Fix: $me backup --new-identity FILE makes an identity; then give --recipient FILE.pub"
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
  declare -ga backup_flags=("--to=$to" "--data=$data" "--web=$web" "--site=${site:-$shipped_site}"
    ${site:+"--own_site=$site"} ${recipient:+"--recipient=$recipient"} ${s3_credentials:+"--s3_credentials=$s3_credentials"}
    ${blobs:+"--blobs=$blobs"} ${blobs_credentials:+"--blobs_credentials=$blobs_credentials"}
    ${keep:+"--keep=$keep"} ${recheck:+"--recheck=$recheck"})
}

# Checks the flags of `run` and sets `backup_seconds`, the time from one backup to the next.
read_backup_schedule() {
  backup_seconds=
  if [[ -z $backup_to ]]; then
    [[ -z $backup_every$backup_keep$backup_recipient$backup_s3_credentials ]] ||
      die "Backups need a place. Fix: --backup-to DIR, or --backup-to s3://..."
    return 0
  fi
  [[ ${backup_every:=1h} =~ ^([1-9][0-9]{0,5})([smhd])$ ]] ||
    die "--backup-every $backup_every is not valid. Fix: a time such as 1h"
  local -A seconds_of=([s]=1 [m]=60 [h]=3600 [d]=86400)
  backup_seconds=$((BASH_REMATCH[1] * ${seconds_of[${BASH_REMATCH[2]}]}))
  [[ -z $backup_recipient ]] || backup_recipient=$(realpath -m -- "$backup_recipient")
  [[ -z $backup_s3_credentials ]] || backup_s3_credentials=$(realpath -m -- "$backup_s3_credentials")
  [[ $backup_to == s3://* ]] || backup_to=$(realpath -m -- "$backup_to")
  local to=$backup_to recipient=$backup_recipient keep=$backup_keep s3_credentials=$backup_s3_credentials recheck=
  check_backup_flags
}

# Waits for the next backup: of a fresh start until its time after the last attempt, otherwise after the last start.
schedule_backup() {
  [[ $backup_to ]] || return 0
  local now since=${backup_began:-0} wait
  now_ms now
  if [[ -z ${backup_began:-} && -s $data/backup/last.json && $(<"$data/backup/last.json") =~ \"at\":([0-9]+) ]]; then
    since=${BASH_REMATCH[1]}
  fi
  wait=$(((since + backup_seconds * 1000 - now + 999) / 1000))
  # A clock that was set back must not delay it for longer.
  ((wait <= backup_seconds)) || wait=$backup_seconds
  ((wait > 0)) || wait=1
  start_timer backup "$wait"
}

start_backup() {
  now_ms backup_began
  # Of the pictures and videos; the backups' own come next.
  local blobs_credentials=${blobs:+$s3_credentials}
  local to=$backup_to recipient=$backup_recipient s3_credentials=$backup_s3_credentials keep=$backup_keep recheck=
  backup_flags
  # Finding what no backup needs costs as much as all lists have bytes.
  backup_flags+=(--sweep_every=24h)
  bound_log "$data/logs/backup.log" || true
  setsid setpriv --pdeathsig TERM -- nice -n 10 "$programs/backup" "${backup_flags[@]}" \
    </dev/null >>"$data/logs/backup.log" 2>&1 {data_lock}>&- {terminal}>&- &
  role_of[$!]=backup
}

# Removes the copies of databases that a backup has left which was killed, unless another is at work.
remove_snapshots() {
  [[ -e $data/backup/lock ]] || return 0
  flock -n "$data/backup/lock" rm -rf -- "$data"/run/backup-* "$data/backup/c" "$data/backup/w" "$data/backup/p" || true
}

backup_ended() {
  remove_snapshots
  (($1 == 0)) || say "The backup failed: $(tail -n 1 "$data/logs/backup.log" 2>/dev/null). Fix: read $data/logs/backup.log"
  schedule_backup
}
