# run: installs, builds and starts the academy, and keeps it running. Sourced by `academy` and, to start what is
# installed, by `academyctl`.

. "$root/tools/academy/conf.sh"
if [[ -z $installed ]]; then
  . "$root/tools/academy/packages.sh"
  . "$root/tools/academy/node.sh"
  . "$root/tools/academy/build.sh"
fi
. "$root/tools/academy/readiness.sh"
. "$root/tools/academy/backup.sh"
. "$root/tools/academy/supervise.sh"

# How the command was called, for scripts of another release that go on with it (roll.sh).
run_words=() run_from=$PWD
# The descriptor of the data folder's lock, from scripts that this process has run before.
rolling=${ACADEMY_ROLL:-}
unset ACADEMY_ROLL

command_run() {
  hide_secrets "$@"
  run_words=("$@")
  local "${run_settings[@]}" "${run_switches[@]}" conf_file= name check=
  default_settings
  local -A flag_names=([conf]=conf_file) switch_names=([check]=check)
  for name in "${!run_settings[@]}"; do flag_names[$name]=${run_settings[$name]}; done
  for name in "${!run_switches[@]}"; do switch_names[$name]=${run_switches[$name]}; done
  parse_flags "$@"
  if [[ $conf_file ]]; then
    read_conf "$conf_file"
    # Flags win over the file; this one has two names.
    [[ -z $smtp$smtp_file ]] || unset 'conf[smtp]' 'conf[smtp-file]'
    apply_conf
    parse_flags "$@"
  fi
  [[ -z $demo || -z $installed ]] || die "The demonstration is for a clone of the repository. Fix: leave demo out"
  check_settings
  local scheme=http${tls_cert:+s}

  [[ ! -d $data/restoring ]] ||
    die "$data is being restored, or a restore was interrupted. Fix: wait for it; or remove the folder and restore again"
  if [[ $check ]]; then
    check_programs
    return 0
  fi
  data=$(prepare_data "$data")
  local fresh=
  [[ -d $data/auth ]] || fresh=1
  # Before building, which would replace the programs and pages of an academy that runs on the folder.
  lock_data "$data"
  remove_snapshots

  if [[ $no_build || $installed || $rolling ]]; then
    [[ $installed || $rolling ]] || rebuild='./academy run without --no-build'
    require_program "${processes[@]}" ${backup_to:+backup}
  else
    ensure_packages build run
    build_all
  fi
  [[ -z $demo ]] || ensure_node

  # The processes begin with the time that the machine has now; others go on with theirs.
  [[ $rolling ]] || rm -f -- "$data/run/clock"
  keep_smtp
  process_flags
  # The processes look for the shipped site folder in the current directory.
  cd -- "${shipped_site%/*}"
  supervise
}

# check_settings: refuses what the processes could not start with, makes the files' names absolute, and decides what is
# left to it.
check_settings() {
  is_port "$port" || die "--port $port is not a port. Fix: 1 to 65535, or 0 for a free one"
  is_port "$grpc_port_base" && ((grpc_port_base <= 65532)) ||
    die "--grpc-port-base $grpc_port_base is not valid. Fix: 1 to 65532, or 0 for free ones"
  [[ -z $bot_check || $bot_check =~ ^(adaptive|always|off)$ ]] ||
    die "--bot-check $bot_check is unknown. Fix: adaptive, always or off"
  [[ -z $password_minimum || $password_minimum =~ ^([6-9]|[1-5][0-9]|6[0-4])$ ]] ||
    die "--password-minimum $password_minimum is not valid. Fix: 6 to 64"
  # With a minimum above 6 the services refuse common passwords too.
  [[ -z $strong_passwords ]] || ((${password_minimum:-6} >= 8)) || password_minimum=8
  [[ -z $idle_timeout || $idle_timeout =~ ^(0|[1-9][0-9]{0,4}[smh])$ ]] ||
    die "--idle-timeout $idle_timeout is not valid. Fix: a time such as 15m, or 0 for never"
  [[ -z $public_rate || $public_rate =~ ^(0|[1-9][0-9]{0,5})$ ]] ||
    die "--public-rate $public_rate is not valid. Fix: calls a second, or 0 for no limit"
  [[ -z $public_burst || $public_burst =~ ^[1-9][0-9]{0,6}$ ]] ||
    die "--public-burst $public_burst is not valid. Fix: a number of calls, such as 2000"
  [[ -z $session_rate || $session_rate =~ ^(0|[1-9][0-9]{0,5})$ ]] ||
    die "--session-rate $session_rate is not valid. Fix: calls a second, or 0 for no limit"
  [[ -z $session_burst || $session_burst =~ ^[1-9][0-9]{0,6}$ ]] ||
    die "--session-burst $session_burst is not valid. Fix: a number of calls, such as 1000"
  [[ -z $body_budget || $body_budget =~ ^[1-9][0-9]{7,11}$ && $body_budget -ge 33554432 ]] ||
    die "--body-budget $body_budget is too small. Fix: bytes, 33554432 (32 MiB) or more"
  local limit
  for limit in idle max; do
    local -n limit_value=learner_session_$limit
    [[ -z $limit_value || $limit_value =~ ^(0|[1-9][0-9]{0,5}[smh])$ ]] ||
      die "--learner-session-$limit $limit_value is not valid. Fix: a time such as 336h, or 0 for no limit"
  done
  [[ -z $bin_days || $bin_days =~ ^[1-9][0-9]{0,2}$ && $bin_days -le 365 ]] ||
    die "--bin-days $bin_days is not valid. Fix: days, 1 to 365"
  [[ $silence_limit =~ ^[1-9][0-9]{0,4}$ ]] ||
    die "--silence-limit $silence_limit is not valid. Fix: seconds, such as 30"
  # Otherwise systemd would start all of them again, where one would do.
  ((watchdog_seconds == 0 || silence_limit * 3 <= watchdog_seconds)) ||
    die "--silence-limit $silence_limit is too long for the unit's WatchdogSec of $watchdog_seconds s. Fix: $((watchdog_seconds / 3)) at most, or a longer WatchdogSec"
  for limit in delay time; do
    local -n drain_value=drain_$limit
    [[ $drain_value =~ ^(0|[1-9][0-9]?)$ && $drain_value -le 60 ]] ||
      die "--drain-$limit $drain_value is not valid. Fix: seconds, 0 to 60"
  done
  [[ -z $idle_answer || $idle_answer =~ ^[1-9][0-9]{0,4}[smh]$ ]] ||
    die "--idle-answer $idle_answer is not valid. Fix: a time such as 60s"
  [[ -z $recaptcha_version || $recaptcha_version =~ ^v[23]$ ]] ||
    die "--recaptcha-version $recaptcha_version is unknown. Fix: v2 or v3"
  [[ -z $recaptcha_site_key$recaptcha_secret_file || -n $recaptcha_site_key && -r $recaptcha_secret_file ]] ||
    die "reCAPTCHA needs both keys. Fix: --recaptcha-site-key K and --recaptcha-secret-file F, a readable file"
  [[ -z $recaptcha_secret_file ]] || recaptcha_secret_file=$(realpath -- "$recaptcha_secret_file")

  [[ -z $site || -r $site/site.json ]] || die "--site $site has no site.json. Fix: a folder like $shipped_site"
  [[ -z $site ]] || site=$(realpath -- "$site")
  read_smtp
  [[ -z $smtp_ca || -r $smtp_ca ]] || die "--smtp-ca $smtp_ca cannot be read. Fix: a PEM file"
  [[ -z $smtp_ca ]] || smtp_ca=$(realpath -- "$smtp_ca")
  [[ -z $tls_cert$tls_key || -r $tls_cert && -r $tls_key ]] ||
    die "TLS needs a certificate and its key. Fix: --tls-cert FILE and --tls-key FILE, readable PEM files"
  [[ -z $tls_cert ]] || tls_cert=$(realpath -- "$tls_cert") tls_key=$(realpath -- "$tls_key")
  [[ -z $blobs || $blobs == s3://* ]] ||
    die "--blobs $blobs is not an S3 store. Fix: s3://bucket/prefix?region=R&endpoint=https://host, or leave it out for the data folder"
  [[ -z $s3_credentials || -r $s3_credentials ]] ||
    die "--s3-credentials $s3_credentials cannot be read. Fix: a file with aws_access_key_id and aws_secret_access_key"
  [[ -z $s3_credentials ]] || s3_credentials=$(realpath -- "$s3_credentials")
  [[ -z $retry_pause || $retry_pause =~ ^[1-9][0-9]{0,5}(ms|s|m)$ ]] ||
    die "--retry-pause $retry_pause is not valid. Fix: a time such as 10s"
  [[ -z $accel_redirect || $accel_redirect == /*/ && $trusted_proxy ]] ||
    die "--accel-redirect $accel_redirect is not valid. Fix: a location such as /media-files/, with --trusted-proxy"
  [[ -z $video_cdn$video_cdn_secret_file || $video_cdn =~ ^https?://[^/]+$ && -r $video_cdn_secret_file && $blobs ]] ||
    die "--video-cdn $video_cdn is not valid. Fix: https://cdn.example, with --blobs and --video-cdn-secret-file F, a readable file"
  [[ -z $video_cdn_secret_file ]] || video_cdn_secret_file=$(realpath -- "$video_cdn_secret_file")
  [[ -z $access_log || $access_log == - || -d $(dirname -- "$access_log") && ! -d $access_log ]] ||
    die "--access-log $access_log cannot be written. Fix: a file in a folder that exists, or - for logs/edge.log"
  [[ -z $access_log || $access_log == - ]] || access_log=$(realpath -m -- "$access_log")
  [[ $slow_request_ms =~ ^(0|[1-9][0-9]{0,6})$ ]] ||
    die "--slow-request-ms $slow_request_ms is not valid. Fix: milliseconds, such as 1000, or 0 for no log of slow requests"
  [[ $log_size =~ ^[1-9][0-9]{4,12}$ ]] && ((log_size >= 65536 && log_size <= 1099511627776)) ||
    die "--log-size $log_size is not valid. Fix: bytes, 65536 (64 KiB) or more"
  [[ $log_keep =~ ^[1-9][0-9]{0,2}$ ]] && ((log_keep <= 100)) ||
    die "--log-keep $log_keep is not valid. Fix: a number of files, 1 to 100"
  [[ -z $otlp_endpoint || $otlp_endpoint =~ ^https?://[^/@?#[:space:]]+(/[^[:space:]#]*)?$ ]] ||
    die "--otlp-endpoint $otlp_endpoint is not valid. Fix: an address such as http://127.0.0.1:4318/v1/traces"
  [[ -z $trace_share || $trace_share =~ ^(0|1|0\.[0-9]{1,6}|1\.0{1,6})$ ]] ||
    die "--trace-share $trace_share is not valid. Fix: a part from 0 to 1, such as 0.1"
  read_backup_schedule
  read_db_files
  # Only this machine's users reach a loopback address, unless a proxy lets others in.
  local strangers=
  [[ -z $trusted_proxy ]] && is_loopback "$bind" || strangers=1
  [[ -z $strangers ]] || ((${password_minimum:-6} >= 8)) ||
    say "Passwords of ${password_minimum:-6} characters are allowed where others can come. Advised: --strong-passwords (8 characters, no common ones)"
  case $setup_code in
    '') setup_code=$strangers ;;
    1 | on) setup_code=1 ;;
    off) setup_code= ;;
    *) die "--setup-code $setup_code is unknown. Fix: on or off, or leave it out" ;;
  esac
}

# Everybody on the machine can read the command lines of its processes. A command with a password in --smtp starts again
# with the address in its environment, which only its user can read.
hide_secrets() {
  local words=() url= word
  while (($#)); do
    word=$1
    shift
    case $word in
      --smtp=*) url=${word#*=} ;;
      --smtp)
        (($#)) || die "--smtp needs a value. Fix: $me help"
        url=$1
        shift
        ;;
      *)
        words+=("$word")
        continue
        ;;
    esac
    has_password "$url" || words+=(--smtp "$url")
  done
  has_password "$url" || return 0
  say "The list of processes showed the password in --smtp until now. Advised: --smtp-file FILE, or the environment's ACADEMY_SMTP"
  ACADEMY_SMTP=$url exec "$root/${me##*/}" run "${words[@]}"
}

# --check: whether the academy could start with these settings, and its programs work with the databases that there are.
# Changes nothing.
check_programs() {
  local name said words
  require_program "${processes[@]}" ${backup_to:+backup}
  for name in "${processes[@]}" ${backup_to:+backup}; do
    said=$("$programs/$name" --version 2>&1 </dev/null) || die "$programs/$name does not run: ${said##*$'\n'}. Fix: $rebuild"
  done
  if [[ -d $data ]]; then
    for name in "${services[@]}"; do
      words=("--data=$(cd -- "$data" && pwd -P)")
      [[ -z $db_files || ! -e $db_files/$name ]] || words+=("--db_file=$db_files/$name")
      said=$("$programs/$name" --check_schema "${words[@]}" 2>&1 </dev/null) ||
        die "${said##*$'\n'}. Fix: a release that knows this schema"
    done
  fi
  say "This release can run with these settings and this data"
}

# Sets `smtp` to the mail server's address, wherever it was given. The processes do not inherit it.
given_smtp=
read_smtp() {
  local given=${ACADEMY_SMTP:-}
  given_smtp=$given
  unset ACADEMY_SMTP
  [[ -z $smtp || -z $smtp_file ]] || die "The mail server is given twice. Fix: --smtp or --smtp-file"
  if [[ $smtp_file ]]; then
    [[ -r $smtp_file ]] || die "--smtp-file $smtp_file cannot be read. Fix: a file whose first line is the address"
    read -r smtp <"$smtp_file" || [[ $smtp ]] || die "--smtp-file $smtp_file is empty. Fix: a file whose first line is the address"
  fi
  smtp=${smtp:-$given}
}

# Hands the address over to auth in a file, because it may have a password.
keep_smtp() {
  rm -f -- "$data/run/smtp"
  [[ -z $smtp ]] || (umask 077 && printf '%s\n' "$smtp" >"$data/run/smtp")
}

# Checks --db-files and makes it absolute.
read_db_files() {
  [[ $db_files ]] || return 0
  local name found=
  for name in "${services[@]}"; do
    [[ -e $db_files/$name ]] || continue
    [[ -r $db_files/$name && -s $db_files/$name ]] ||
      die "--db-files: $db_files/$name is empty or cannot be read. Fix: a file whose first line is postgresql://..."
    found=1
  done
  [[ $found ]] || die "--db-files $db_files has no file of a service. Fix: a folder with ${services[*]}, or some of them"
  db_files=$(realpath -- "$db_files")
}

is_loopback() { [[ $1 == 127.* || $1 == localhost || $1 == ::1 || $1 == '[::1]' ]]; }

is_port() { [[ $1 =~ ^[0-9]{1,5}$ ]] && (($1 <= 65535)); }

# Creates the data folder and prints its absolute path.
prepare_data() {
  (umask 077 && mkdir -p -- "$1/run" "$1/logs") || die "Cannot make the folder $1. Fix: give --data another folder"
  (cd -- "$1" && pwd -P)
}

# Allows one supervisor per data folder. The lock is released when this process ends, however it ends.
lock_data() {
  if [[ $rolling ]]; then
    # Scripts before had it in this process.
    data_lock=$rolling
  else
    exec {data_lock}>>"$1/run/academy.lock"
  fi
  flock -n "$data_lock" ||
    die "Another academy runs on $1 (process $(<"$1/run/academy.pid")). Fix: stop it, or give --data another folder"
  # Not written again by a roll: whoever looks meanwhile would find it empty.
  [[ $rolling ]] || printf '%s\n' "$$" >"$1/run/academy.pid"
}

# log_flags NAME: adds what all processes are told about their logs and spans.
log_flags() {
  local -n flags_of=flags_$1
  flags_of+=("--log_file=$data/logs/$1.log" "--log_size=$log_size" "--log_keep=$log_keep"
    ${otlp_endpoint:+"--otlp_endpoint=$otlp_endpoint"})
}

# Fills flags_<process> from the command's flags, in Abseil's spelling.
process_flags() {
  local name port_number=$grpc_port_base
  for name in "${services[@]}"; do
    declare -ga "flags_$name"
    local -n flags=flags_$name
    flags=("--data=$data" "--grpc_port=$port_number" ${reflection:+--reflection})
    log_flags "$name"
    [[ -z $db_files || ! -e $db_files/$name ]] || flags+=("--db_file=$db_files/$name")
    ((port_number == 0)) || port_number=$((port_number + 1))
  done
  flags_auth+=(${site:+"--site=$site"} ${smtp:+"--smtp_file=$data/run/smtp"} ${smtp_ca:+"--smtp_ca=$smtp_ca"} ${mail_from:+"--mail_from=$mail_from"} ${bot_check:+"--bot_check=$bot_check"}
    ${timezone:+"--timezone=$timezone"} ${demo:+--dev_mail} ${demo:+--demo_content} ${allow_manager_signup:+--allow_manager_signup}
    ${setup_code:+--setup_code} ${require_two_factor:+--require_two_factor}
    ${recaptcha_secret_file:+"--recaptcha_secret_file=$recaptcha_secret_file"}
    ${recaptcha_url:+"--recaptcha_url=$recaptcha_url"}
    ${recaptcha_minimum_score:+"--recaptcha_minimum_score=$recaptcha_minimum_score"})
  flags_enrollment+=(${timezone:+"--timezone=$timezone"})
  declare -ga flags_edge=("--data=$data" "--port=$port" "--bind=$bind" "--web=$web" ${site:+"--site=$site"}
    ${public_url:+"--public_url=$public_url"} ${bot_check:+"--bot_check=$bot_check"}
    ${timezone:+"--timezone=$timezone"} ${demo:+--dev_mail} ${demo:+--demo_content})
  log_flags edge
  ((slow_request_ms == 0)) || flags_edge+=("--slow_log=$data/logs/slow.log" "--slow_request_ms=$slow_request_ms")
  flags_edge+=(${trace_share:+"--trace_share=$trace_share"} ${tls_cert:+"--tls_cert=$tls_cert"} ${tls_key:+"--tls_key=$tls_key"}
    ${trusted_proxy:+"--trusted_proxy=$trusted_proxy"} ${idle_timeout:+"--idle_timeout=$idle_timeout"}
    ${idle_answer:+"--idle_answer=$idle_answer"} ${public_rate:+"--public_rate=$public_rate"}
    ${public_burst:+"--public_burst=$public_burst"} ${body_budget:+"--body_budget=$body_budget"}
    ${access_log:+"--access_log=$access_log"} ${session_rate:+"--session_rate=$session_rate"}
    ${session_burst:+"--session_burst=$session_burst"} "--drain_delay=${drain_delay}s" "--drain_time=${drain_time}s")
  local kept=(${blobs:+"--blobs=$blobs"} ${s3_credentials:+"--s3_credentials=$s3_credentials"})
  flags_catalog+=("${kept[@]}" ${retry_pause:+"--retry_pause=$retry_pause"})
  flags_edge+=("${kept[@]}" ${accel_redirect:+"--accel_redirect=$accel_redirect"}
    ${video_cdn:+"--video_cdn=$video_cdn"} ${video_cdn_secret_file:+"--video_cdn_secret_file=$video_cdn_secret_file"})
  flags_auth+=(${learner_session_idle:+"--learner_session_idle=$learner_session_idle"}
    ${learner_session_max:+"--learner_session_max=$learner_session_max"} ${bin_days:+"--bin_days=$bin_days"})
  flags_catalog+=(${bin_days:+"--bin_days=$bin_days"})
  flags_edge+=(${bin_days:+"--bin_days=$bin_days"})
  local rules=(${password_minimum:+"--password_minimum=$password_minimum"}
    ${recaptcha_site_key:+"--recaptcha_site_key=$recaptcha_site_key"}
    ${recaptcha_version:+"--recaptcha_version=$recaptcha_version"})
  flags_auth+=("${rules[@]}")
  flags_edge+=("${rules[@]}")
}
