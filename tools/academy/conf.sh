# The settings of `run`, by the names of its flags: where a file has them (--conf), and which there are. Sourced by the
# commands.

# Setting -> the variable of command_run.
declare -A run_settings=(
  [port]=port [bind]=bind [data]=data [grpc-port-base]=grpc_port_base [public-url]=public_url [timezone]=timezone
  [site]=site [db-files]=db_files
  [tls-cert]=tls_cert [tls-key]=tls_key [trusted-proxy]=trusted_proxy
  [smtp]=smtp [smtp-file]=smtp_file [smtp-ca]=smtp_ca [mail-from]=mail_from
  [blobs]=blobs [s3-credentials]=s3_credentials [accel-redirect]=accel_redirect [retry-pause]=retry_pause
  [video-cdn]=video_cdn [video-cdn-secret-file]=video_cdn_secret_file
  [bot-check]=bot_check [recaptcha-site-key]=recaptcha_site_key [recaptcha-version]=recaptcha_version
  [recaptcha-secret-file]=recaptcha_secret_file [recaptcha-url]=recaptcha_url
  [recaptcha-minimum-score]=recaptcha_minimum_score
  [password-minimum]=password_minimum [idle-timeout]=idle_timeout [idle-answer]=idle_answer
  [learner-session-idle]=learner_session_idle [learner-session-max]=learner_session_max [bin-days]=bin_days
  [public-rate]=public_rate [public-burst]=public_burst [session-rate]=session_rate [session-burst]=session_burst
  [body-budget]=body_budget
  [access-log]=access_log [slow-request-ms]=slow_request_ms [log-size]=log_size [log-keep]=log_keep
  [otlp-endpoint]=otlp_endpoint [trace-share]=trace_share
  [silence-limit]=silence_limit [drain-delay]=drain_delay [drain-time]=drain_time
  [backup-to]=backup_to [backup-every]=backup_every [backup-keep]=backup_keep [backup-recipient]=backup_recipient
  [backup-s3-credentials]=backup_s3_credentials
  # A switch that takes a value too: --setup-code=off.
  [setup-code]=setup_code
)
# Settings that are `on` or `off` in a file, and on as a flag.
declare -A run_switches=(
  [strong-passwords]=strong_passwords [allow-manager-signup]=allow_manager_signup [setup-code]=setup_code
  [require-two-factor]=require_two_factor [reflection]=reflection [demo]=demo [no-build]=no_build
)

# What read_conf does about a line that it refuses, which says how to fix it. doctor goes on with the next line.
refuse_line() { die "$@"; }

# read_conf FILE: fills `conf`. A line is `name = value`, a comment that begins with #, or empty.
read_conf() {
  local file=$1 line name value number=0
  local -A line_of=()
  [[ -f $file && -r $file ]] || die "The settings in $file cannot be read. Fix: a file with lines such as port = 8080"
  while IFS= read -r line || [[ $line ]]; do
    number=$((number + 1))
    # As an editor of another system ends lines.
    line=${line%$'\r'}
    [[ ! $line =~ ^[[:space:]]*(#|$) ]] || continue
    [[ $line =~ ^[[:space:]]*([^=[:space:]]+)[[:space:]]*=[[:space:]]*(.*)$ ]] || {
      refuse_line "$file:$number: this is no setting. Fix: name = value, or a # in front"
      continue
    }
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    value=${value%"${value##*[![:space:]]}"}
    [[ -n ${run_settings[$name]:-}${run_switches[$name]:-} ]] || {
      refuse_line "$file:$number: there is no setting '$name'. Fix: a name of $me help, without its --"
      continue
    }
    [[ -z ${line_of[$name]:-} ]] || {
      refuse_line "$file:$number: $name is there twice, first in line ${line_of[$name]}. Fix: remove one of the two"
      continue
    }
    line_of[$name]=$number
    [[ $value ]] || {
      refuse_line "$file:$number: $name has no value. Fix: give one, or put a # in front"
      continue
    }
    if [[ -n ${run_switches[$name]:-} ]]; then
      case $value in
        on) value=1 ;;
        off) [[ $name == setup-code ]] || value= ;;
        *)
          refuse_line "$file:$number: $name is '$value'. Fix: on or off"
          continue
          ;;
      esac
    fi
    # Whoever can read how the academy is set up shall not read its secrets.
    ! has_password "$value" || {
      refuse_line "$file:$number: $name has a password. Fix: put it into a file of its own, and give $name-file"
      continue
    }
    conf[$name]=$(credential "$value")
  done <"$file"
}

# has_password URL: whether it is scheme://user:password@host.
has_password() { [[ $1 =~ ^[a-z0-9]+://[^/@]*:.*@ ]]; }

# credential VALUE: prints it; for a file in the folder of secrets, which is root's alone, the copy that the service
# manager or academyctl has made for the academy.
credential() {
  local copy=${CREDENTIALS_DIRECTORY:-}/secrets_${1#"$secrets"/}
  if [[ $secrets && $1 == "$secrets"/* && ${CREDENTIALS_DIRECTORY:-} && -r $copy ]]; then
    printf '%s' "$copy"
  else
    printf '%s' "$1"
  fi
}

# default_settings: sets the variables of command_run to what they are without a file and flags.
default_settings() {
  local name
  for name in "${run_settings[@]}" "${run_switches[@]}"; do printf -v "$name" ''; done
  port=8080 bind=127.0.0.1 data=data grpc_port_base=50051 silence_limit=30 drain_delay=0 drain_time=5
  slow_request_ms=1000 log_size=33554432 log_keep=3
}

# apply_conf: sets the variables of command_run to what the file says.
apply_conf() {
  local name
  for name in "${!conf[@]}"; do
    printf -v "${run_settings[$name]:-${run_switches[$name]:-}}" '%s' "${conf[$name]}"
  done
}
