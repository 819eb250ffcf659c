# What `doctor` looks at of the academy itself: settings, secrets, processes, databases, backups. Sourced by
# command-doctor.sh, whose variables and findings it uses.

# Seconds
readonly database_time=1800 listing_time=120 old_backup=172800

doctor_settings() {
  local message said status=0
  for message in "${refused[@]}"; do as_said wrong "$message"; done
  # What `run` refuses, and what it advises.
  said=$(
    terminal=1
    check_settings
  ) || status=$?
  if ((status != 0)); then
    as_said wrong "${said##*$'\n'}"
  elif [[ $said ]]; then
    while read -r message; do as_said advice "$message"; done <<<"$said"
  fi
  [[ -z $unseen ]] || advise "not looked at, because only root sees their files: $unseen" "sudo $me doctor"
  if [[ -z $conf_file ]]; then
    if [[ $supervisor ]]; then well "those of the running academy"; else well "those of the flags"; fi
    return 0
  fi
  [[ -f $conf_file ]] || return 0
  well "$conf_file"
  [[ -z $(find -L "$conf_file" -perm /022) ]] || wrong "others may change $conf_file" "chmod go-w $conf_file"
  [[ -z $supervisor || ! $conf_file -nt $data/run/academy.pid ]] ||
    advise "$conf_file has changed since the academy started" "$restart_it"
}

doctor_secrets() {
  local file exposed=
  # What root saw in the folder of secrets, which it alone may enter.
  [[ -z ${ACADEMY_EXPOSED_SECRETS:-} ]] ||
    wrong "others than root can get at ${ACADEMY_EXPOSED_SECRETS% }" "chown root:root and chmod 600 them, and chmod 700 $secrets"
  for file in "$smtp_file" "$s3_credentials" "$backup_s3_credentials" "$recaptcha_secret_file" "$video_cdn_secret_file" \
    "$tls_key" "$data/run/smtp" ${db_files:+"${services[@]/#/$db_files/}"}; do
    [[ -f $file ]] || continue
    # Some are for a group too, that of the academy.
    [[ -z $(find -L "$file" -perm /007) ]] || exposed+="${exposed:+ }$file"
  done
  [[ ! -d $data/keys ]] || exposed+=$(find "$data/keys" -perm /077 ! -type l -printf ' %p')
  [[ -z $(find "$data" -maxdepth 0 -perm /007) ]] || exposed+=" $data"
  exposed=${exposed# }
  if [[ $exposed ]]; then
    wrong "others on this machine can read $exposed" "chmod go-rwx $exposed"
  else
    well "for nobody else to read"
  fi
}

doctor_processes() {
  local name pid reply address tls= down=
  if [[ -z $supervisor ]]; then
    if [[ -d $data/restoring ]]; then
      wrong "$data is being restored, or a restore was interrupted" "wait for it; or remove the folder and restore again"
    else
      advise "the academy does not run" "$start_it"
    fi
    return
  fi
  for name in "${processes[@]}"; do
    pid=
    [[ ! -s $data/run/$name.pid ]] || read -r pid <"$data/run/$name.pid"
    [[ $pid =~ ^[0-9]+$ && -d /proc/$pid ]] || down+="${down:+, }$name"
  done
  if [[ $down ]]; then
    wrong "not running: $down" "read $data/logs/${down%%,*}.log"
    return
  fi
  read -r address 2>/dev/null <"$data/run/edge.addr" || address=
  [[ $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") != *' --tls_cert='* ]] || tls=1
  [[ -z $address ]] || ask_readiness "$address" "$tls" || reply=
  case ${reply:-} in
    'HTTP/1.1 200 '*) well "all ${#processes[@]} run, and are ready" ;;
    '') wrong "the edge does not answer" "read $data/logs/edge.log" ;;
    *)
      [[ $reply =~ \"missing\":\[([^]]*)\] ]] || true
      wrong "not ready: ${BASH_REMATCH[1]:-something}" "see Health in the managers' area, and $data/logs"
      ;;
  esac
}

# doctor_database NAME
doctor_database() {
  local said status=0 words=("--data=$data")
  [[ -z $db_files || ! -r $db_files/$1 ]] || words+=("--db_file=$db_files/$1")
  said=$(timeout "$database_time" nice -n 10 "$programs/$1" --check_database "${words[@]}" 2>/dev/null) || status=$?
  local what=${said#* }
  case $said in
    'ok '*) well "whole: $what" ;;
    'no_database '*) well "none yet; the first start makes it" ;;
    'schema_too_old '*) advise "$what" "$me migrate, which a start does too" ;;
    'schema_too_new '*) wrong "$what" "go back to the newer release" ;;
    'database_damaged '* | 'data_loss '*)
      wrong "damaged: $what" "stop the academy, keep this folder, and restore the newest backup ($me restore); then look at the disk"
      ;;
    'database_missing '* | 'other_database '* | 'marker_unreadable '*)
      wrong "$what" "put the right file back, or mount its disk; see 'The data folder' in docs/operations.md"
      ;;
    '') wrong "the check ended with $status and no answer" "run $programs/$1 --check_database --data=$data" ;;
    *)
      if ((${#words[@]} > 1)); then
        wrong "cannot be read: $what" "is the PostgreSQL of $db_files/$1 up, and the address in that file right?"
      else
        wrong "cannot be read: $what" "look at owner and mount of $data/$1, and at $data/logs/$1.log"
      fi
      ;;
  esac
}

doctor_backup() {
  local last= good= id= at age every limit=$old_backup now listed newest count
  [[ ! -s $data/backup/last.json ]] || last=$(<"$data/backup/last.json")
  [[ ! -s $data/backup/last-good.json ]] || good=$(<"$data/backup/last-good.json")
  printf -v now '%(%s)T' -1
  if [[ $last =~ \"error\":\"([^\"]+) ]]; then
    wrong "the last one failed: ${BASH_REMATCH[1]}" "read $data/logs/backup.log; then $me backup"
  fi
  if [[ $good =~ \"at\":([0-9]+) ]]; then
    at=$((BASH_REMATCH[1] / 1000)) age=$((now - at))
    [[ ! $good =~ \"id\":\"([^\"]+) ]] || id=${BASH_REMATCH[1]}
    every=$(read_backup_schedule >/dev/null 2>&1 && printf '%s' "$backup_seconds") || every=
    ((${every:-0} * 3 <= limit)) || limit=$((every * 3))
    if ((age <= limit)); then
      well "the last one was made and verified $((age / 3600)) hours ago"
    elif [[ $backup_to ]]; then
      wrong "the last good one is $((age / 86400)) days old" "$me backup, and read what it says; the academy must run for the schedule"
    else
      advise "the last good one is $((age / 86400)) days old" "backup-to in the settings makes them by itself"
    fi
  elif [[ $backup_to && -z $last ]]; then
    advise "there is none yet" "$me backup"
  fi
  if [[ -z $backup_to ]]; then
    [[ $last ]] || advise "there is none" "backup-to in the settings, on another disk or in a store"
    return 0
  fi
  if [[ $backup_to == s3://* ]]; then
    if [[ $unseen == *backup-s3-credentials* ]]; then return 0; fi
    try_store "$backup_to" "$backup_s3_credentials" backup-s3-credentials || return 0
  else
    if [[ ! -d $backup_to ]]; then
      # The first backup makes it.
      [[ -z $id ]] || wrong "$backup_to is gone" "mount the disk of the backups"
      return 0
    fi
    if [[ ! -w $backup_to || ! -x $backup_to ]]; then
      wrong "$backup_to cannot be written by the academy's user" "chown $(stat -c %U -- "$data") $backup_to; below another folder than /srv, /mnt and /media, ReadWritePaths= too"
      return 0
    fi
    [[ $(stat -c %d -- "$backup_to") != "$(stat -c %d -- "$data")" ]] ||
      advise "$backup_to is on the disk of the data, and lost with it" "another disk, another machine's, or s3://..."
  fi
  [[ $id ]] || return 0
  listed=$(timeout "$listing_time" "$programs/backup" "--list=$backup_to" ${backup_s3_credentials:+"--s3_credentials=$backup_s3_credentials"} 2>&1) || {
    wrong "the backups in ${backup_to%%\?*} cannot be listed: ${listed##*$'\n'}" "mount the disk of the backups, or see the message"
    return 0
  }
  newest=${listed##*$'\n'} newest=${newest%% *}
  if [[ $listed != *"$id "* ]]; then
    wrong "${backup_to%%\?*} lacks the last good one, $id" "is that disk, or bucket, the right one?"
  else
    count=$(wc -l <<<"$listed")
    well "$count in ${backup_to%%\?*}, the newest $newest"
  fi
}

doctor_audit() {
  local said status=0 words=("--data=$data")
  [[ -z $db_files || ! -r $db_files/auth ]] || words+=("--db_file=$db_files/auth")
  said=$("$programs/auth" --verify_audit "${words[@]}" 2>&1) || status=$?
  case $status in
    0) well "${said%%$'\n'*}" ;;
    1) wrong "${said%%$'\n'*}" "somebody has changed the database: keep it, and compare it with a backup ($me audit verify)" ;;
    *) wrong "${said##*$'\n'}" "see the message" ;;
  esac
}
