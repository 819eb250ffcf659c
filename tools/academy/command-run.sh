# run: installs, builds, starts the academy and keeps it running. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"
. "$root/tools/academy/supervise.sh"

command_run() {
  local port=8080 bind=127.0.0.1 data=data grpc_port_base=50051 smtp= smtp_ca= mail_from= public_url= bot_check= timezone=
  local password_minimum= recaptcha_site_key= recaptcha_version= recaptcha_secret_file= recaptcha_url=
  local recaptcha_minimum_score= allow_manager_signup= setup_code= demo= no_build=
  local -A flag_names=([port]=port [bind]=bind [data]=data [grpc-port-base]=grpc_port_base [smtp]=smtp [smtp-ca]=smtp_ca
    [mail-from]=mail_from [public-url]=public_url [bot-check]=bot_check [timezone]=timezone
    [password-minimum]=password_minimum [recaptcha-site-key]=recaptcha_site_key [recaptcha-version]=recaptcha_version
    [recaptcha-secret-file]=recaptcha_secret_file [recaptcha-url]=recaptcha_url
    [recaptcha-minimum-score]=recaptcha_minimum_score)
  local site=
  flag_names+=([site]=site)
  local tls_cert= tls_key= trusted_proxy= idle_timeout= idle_answer=
  flag_names+=([tls-cert]=tls_cert [tls-key]=tls_key [trusted-proxy]=trusted_proxy [idle-timeout]=idle_timeout
    [idle-answer]=idle_answer)
  local blobs= s3_credentials= accel_redirect=
  flag_names+=([blobs]=blobs [s3-credentials]=s3_credentials [accel-redirect]=accel_redirect)
  local -A switch_names=([allow-manager-signup]=allow_manager_signup [setup-code]=setup_code [demo]=demo
    [no-build]=no_build)
  parse_flags "$@"
  is_port "$port" || die "--port $port is no port. Mend: 1 to 65535, or 0 for a free one"
  is_port "$grpc_port_base" && ((grpc_port_base <= 65532)) ||
    die "--grpc-port-base $grpc_port_base is no port. Mend: 1 to 65532, or 0 for free ones"
  [[ -z $bot_check || $bot_check =~ ^(adaptive|always|off)$ ]] ||
    die "--bot-check $bot_check is unknown. Mend: adaptive, always or off"
  [[ -z $password_minimum || $password_minimum =~ ^([6-9]|[1-5][0-9]|6[0-4])$ ]] ||
    die "--password-minimum $password_minimum is none. Mend: 6 to 64"
  [[ -z $idle_timeout || $idle_timeout =~ ^(0|[1-9][0-9]{0,4}[smh])$ ]] ||
    die "--idle-timeout $idle_timeout is no time. Mend: like 15m, or 0 for never"
  [[ -z $idle_answer || $idle_answer =~ ^[1-9][0-9]{0,4}[smh]$ ]] ||
    die "--idle-answer $idle_answer is no time. Mend: like 60s"
  [[ -z $recaptcha_version || $recaptcha_version =~ ^v[23]$ ]] ||
    die "--recaptcha-version $recaptcha_version is unknown. Mend: v2 or v3"
  [[ -z $recaptcha_site_key$recaptcha_secret_file || -n $recaptcha_site_key && -r $recaptcha_secret_file ]] ||
    die "reCAPTCHA needs both keys. Mend: --recaptcha-site-key K and --recaptcha-secret-file F, a file that can be read"
  [[ -z $recaptcha_secret_file ]] || recaptcha_secret_file=$(realpath -- "$recaptcha_secret_file")

  [[ -z $site || -r $site/site.json ]] || die "--site $site has no site.json. Mend: a folder like $root/site"
  [[ -z $site ]] || site=$(realpath -- "$site")
  [[ -z $smtp_ca || -r $smtp_ca ]] || die "--smtp-ca $smtp_ca cannot be read. Mend: a PEM file"
  [[ -z $smtp_ca ]] || smtp_ca=$(realpath -- "$smtp_ca")
  [[ -z $tls_cert$tls_key || -r $tls_cert && -r $tls_key ]] ||
    die "TLS needs a certificate and its key. Mend: --tls-cert FILE and --tls-key FILE, PEM files that can be read"
  [[ -z $tls_cert ]] || tls_cert=$(realpath -- "$tls_cert") tls_key=$(realpath -- "$tls_key")
  [[ -z $blobs || $blobs == s3://* ]] ||
    die "--blobs $blobs is no store. Mend: s3://bucket/prefix?region=R&endpoint=https://host, or leave it out for the data folder"
  [[ -z $s3_credentials || -r $s3_credentials ]] ||
    die "--s3-credentials $s3_credentials cannot be read. Mend: a file with aws_access_key_id and aws_secret_access_key"
  [[ -z $s3_credentials ]] || s3_credentials=$(realpath -- "$s3_credentials")
  [[ -z $accel_redirect || $accel_redirect == /*/ && $trusted_proxy && -z $blobs ]] ||
    die "--accel-redirect $accel_redirect needs --trusted-proxy and files. Mend: a location such as /media-files/, no --blobs"
  local scheme=http${tls_cert:+s}
  # Whoever reaches a loopback address is on this machine already, but for those that a proxy lets in.
  [[ $trusted_proxy ]] || ! is_loopback "$bind" || setup_code=

  if [[ $no_build ]]; then
    local name
    for name in "${processes[@]}"; do
      [[ -x $out/bin/$name ]] || die "out/bin/$name is missing. Mend: ./academy run without --no-build"
    done
  else
    ensure_packages build run
    build_all
  fi
  [[ -z $demo ]] || ensure_node

  data=$(prepare_data "$data")
  local fresh=
  [[ -d $data/auth ]] || fresh=1
  lock_data "$data"
  process_flags
  # Where the processes find the shipped site folder.
  cd -- "$root"
  supervise
}

is_loopback() { [[ $1 == 127.* || $1 == localhost || $1 == ::1 || $1 == '[::1]' ]]; }

is_port() { [[ $1 =~ ^[0-9]{1,5}$ ]] && (($1 <= 65535)); }

# Makes the data folder and prints its absolute path.
prepare_data() {
  (umask 077 && mkdir -p -- "$1/run" "$1/logs") || die "Cannot make the folder $1. Mend: give --data another folder"
  (cd -- "$1" && pwd -P)
}

# One supervisor a data folder. The lock ends with this process, however it ends.
lock_data() {
  exec {data_lock}>>"$1/run/academy.lock"
  flock -n "$data_lock" ||
    die "Another academy runs on $1 (process $(<"$1/run/academy.pid")). Mend: stop it, or give --data another folder"
  printf '%s\n' "$$" >"$1/run/academy.pid"
}

# Fills flags_<process> from the flags of the command, in the spelling that Abseil itself reads.
process_flags() {
  local name port_number=$grpc_port_base
  for name in "${services[@]}"; do
    declare -ga "flags_$name"
    local -n flags=flags_$name
    flags=("--data=$data" "--grpc_port=$port_number")
    ((port_number == 0)) || port_number=$((port_number + 1))
  done
  flags_auth+=(${site:+"--site=$site"} ${smtp:+"--smtp=$smtp"} ${smtp_ca:+"--smtp_ca=$smtp_ca"} ${mail_from:+"--mail_from=$mail_from"} ${bot_check:+"--bot_check=$bot_check"}
    ${timezone:+"--timezone=$timezone"} ${demo:+--dev_mail} ${allow_manager_signup:+--allow_manager_signup}
    ${setup_code:+--setup_code} ${recaptcha_secret_file:+"--recaptcha_secret_file=$recaptcha_secret_file"}
    ${recaptcha_url:+"--recaptcha_url=$recaptcha_url"}
    ${recaptcha_minimum_score:+"--recaptcha_minimum_score=$recaptcha_minimum_score"})
  flags_enrollment+=(${timezone:+"--timezone=$timezone"})
  declare -ga flags_edge=("--data=$data" "--port=$port" "--bind=$bind" "--web=$out/web" ${site:+"--site=$site"}
    ${public_url:+"--public_url=$public_url"} ${bot_check:+"--bot_check=$bot_check"}
    ${timezone:+"--timezone=$timezone"} ${demo:+--dev_mail})
  flags_edge+=(${tls_cert:+"--tls_cert=$tls_cert"} ${tls_key:+"--tls_key=$tls_key"}
    ${trusted_proxy:+"--trusted_proxy=$trusted_proxy"} ${idle_timeout:+"--idle_timeout=$idle_timeout"}
    ${idle_answer:+"--idle_answer=$idle_answer"})
  local kept=(${blobs:+"--blobs=$blobs"} ${s3_credentials:+"--s3_credentials=$s3_credentials"})
  flags_catalog+=("${kept[@]}")
  flags_edge+=("${kept[@]}" ${accel_redirect:+"--accel_redirect=$accel_redirect"})
  local rules=(${password_minimum:+"--password_minimum=$password_minimum"}
    ${recaptcha_site_key:+"--recaptcha_site_key=$recaptcha_site_key"}
    ${recaptcha_version:+"--recaptcha_version=$recaptcha_version"})
  flags_auth+=("${rules[@]}")
  flags_edge+=("${rules[@]}")
}
