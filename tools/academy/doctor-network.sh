# What `doctor` looks at of names, certificates, ports and servers. Sourced by command-doctor.sh, whose variables and
# findings it uses. It asks only servers that the academy itself talks to.

# Days; as the Health page has them.
readonly certificate_soon=14 certificate_now=1
# Seconds
readonly answer_time=10 mail_time=120 store_time=120
# What the refusal log lets through for one address.
readonly refusal_pause=6

# parse_url URL: sets url_scheme, url_host and url_port.
parse_url() {
  [[ $1 =~ ^([a-z0-9]+)://([^/@]*@)?(\[[0-9a-fA-F:.]+\]|[^/:?#]+)(:([0-9]+))? ]] || return 1
  url_scheme=${BASH_REMATCH[1]} url_host=${BASH_REMATCH[3]} url_port=${BASH_REMATCH[5]}
  url_host=${url_host#[} url_host=${url_host%]}
  [[ $url_port ]] || case $url_scheme in
    http) url_port=80 ;;
    https) url_port=443 ;;
  esac
}

is_address() { [[ $1 == *:* || $1 =~ ^[0-9.]+$ ]]; }

# tls_words HOST PORT: s_client's, in `tls`.
tls_words() {
  local target=$1
  [[ $1 != *:* ]] || target="[$1]"
  tls=(-connect "$target:$2")
  if is_address "$1"; then tls+=(-noservername -verify_ip "$1"); else tls+=(-servername "$1" -verify_hostname "$1"); fi
}

# ask_url URL METHOD PATH: sets reply to the answer with its head; fails without one. The certificate is another check's.
ask_url() {
  local url_request tls name
  parse_url "$1" || return 1
  name=$url_host
  [[ $name != *:* ]] || name="[$name]"
  case $url_scheme:$url_port in
    http:80 | https:443) ;;
    *) name+=:$url_port ;;
  esac
  printf -v url_request '%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: academy-doctor\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' \
    "$2" "$3" "$name"
  tls_words "$url_host" "$url_port"
  # In a process of its own, because /dev/tcp has no limit.
  reply=$(timeout "$answer_time" bash -c '
    if [[ $1 == https ]]; then
      printf "%s" "$2" | openssl s_client -quiet "${@:5}"
    else
      exec {http}<>"/dev/tcp/$3/$4" || exit 9
      printf "%s" "$2" >&"$http"
      cat <&"$http"
    fi | tr -d "\0"' ask_url "$url_scheme" "$url_request" "$url_host" "$url_port" "${tls[@]}" 2>/dev/null) || true
  [[ $reply == HTTP/* ]]
}

# The addresses of this machine, one a line.
own_addresses() {
  awk '$2 == "host" && $1 == "/32" { print last } $1 == "|--" { last = $2 }' /proc/net/fib_trie 2>/dev/null | sort -u || true
  awk '{ gsub(/..../, "&:", $1); sub(/:$/, "", $1); print $1 }' /proc/net/if_inet6 2>/dev/null || true
}

# is_own ADDRESS
is_own() {
  local own=$1 group long=
  if [[ $own == *:* ]]; then
    # Written out, as the kernel has it.
    local left=${own%%::*} right= zeros
    [[ $own != *::* ]] || right=${own#*::}
    local lefts=() rights=()
    IFS=: read -r -a lefts <<<"$left"
    IFS=: read -r -a rights <<<"$right"
    for group in "${lefts[@]}"; do printf -v group '%04x' "0x${group:-0}" && long+=:$group; done
    if [[ $own == *::* ]]; then
      for ((zeros = ${#lefts[@]} + ${#rights[@]}; zeros < 8; ++zeros)); do long+=:0000; done
      for group in "${rights[@]}"; do printf -v group '%04x' "0x${group:-0}" && long+=:$group; done
    fi
    own=${long#:}
  fi
  grep -Fxq -- "$own" < <(own_addresses)
}

# leads_here HOST: whether the name, or address, is this machine's.
leads_here() {
  local address
  while read -r address; do
    if is_own "$address"; then return 0; fi
  done < <(timeout "$answer_time" getent ahosts "$1" 2>/dev/null | awk '{ print $1 }' | sort -u)
  return 1
}

doctor_dns() {
  local found
  if [[ -z $public_url ]]; then
    [[ -z $installed ]] || advise "there is no public-url, so links in mails lead to this machine only" "public-url = https://your.name in the settings"
    return
  fi
  parse_url "$public_url" || {
    wrong "public-url $public_url is no address" "https://your.name"
    return
  }
  if is_address "$url_host"; then
    well "public-url has no name"
    return
  fi
  found=$(timeout "$answer_time" getent ahosts "$url_host" 2>/dev/null | awk '{ print $1 }' | sort -u | paste -sd' ') || found=
  if [[ -z $found ]]; then
    wrong "$url_host has no address" "an A record (and AAAA) with this machine's address at whoever sells the name; or see /etc/resolv.conf"
  elif leads_here "$url_host"; then
    well "$url_host leads to this machine"
  elif [[ $trusted_proxy ]]; then
    well "$url_host leads to $found, the proxy's"
  else
    advise "$url_host leads to $found, which is not an address of this machine" "right behind a router or a balancer; otherwise change the name's record"
  fi
}

doctor_certificate() {
  if [[ $tls_cert ]]; then
    look_at_certificate_file
  elif [[ $public_url == https://* ]]; then
    look_at_public_certificate
  elif ! is_loopback "$bind" && [[ -z $trusted_proxy ]]; then
    advise "people's passwords come over the network without encryption" "tls-cert and tls-key in the settings, or a proxy that speaks HTTPS"
  fi
}

look_at_certificate_file() {
  local own file
  for file in "$tls_cert" "$tls_key"; do
    [[ $file && ! -r $file ]] || continue
    wrong "$file cannot be read by the academy's user" "chgrp academy $file; chmod 640 $file"
    return
  done
  own=$(openssl x509 -in "$tls_cert" -noout -pubkey 2>/dev/null) || {
    wrong "$tls_cert is no certificate" "the PEM file of the certificate and its chain (fullchain.pem)"
    return
  }
  [[ $own == "$(openssl pkey -in "$tls_key" -pubout 2>/dev/null)" ]] ||
    wrong "$tls_key is not the key of $tls_cert" "the two files that were made together"
  look_at_days "$(<"$tls_cert")" "$reload_it"
  local name=
  [[ -z $public_url ]] || ! parse_url "$public_url" || name=$url_host
  if [[ $name ]]; then
    local of=host
    ! is_address "$name" || of=ip
    [[ $(openssl x509 -in "$tls_cert" -noout "-check$of" "$name" 2>/dev/null) == *'does match'* ]] ||
      wrong "the certificate is not for $name" "a certificate for that name: $(names_of "$tls_cert")"
  fi
  # Of the days is spoken above.
  local chain
  chain=$(openssl verify -no_check_time -untrusted "$tls_cert" "$tls_cert" 2>&1) ||
    wrong "browsers do not trust the certificate: $(why_untrusted "$chain")" "let tls-cert name the file with the chain (fullchain.pem); an authority of your own: update-ca-certificates here and on all devices"
  [[ $supervisor ]] || return 0
  # The edge serves the one that it read last.
  local address served
  read -r address 2>/dev/null <"$data/run/edge.addr" || return 0
  served=$(timeout "$answer_time" openssl s_client -connect "127.0.0.1:${address##*:}" 2>/dev/null </dev/null | openssl x509 -noout -fingerprint 2>/dev/null) || return 0
  [[ $served == "$(openssl x509 -in "$tls_cert" -noout -fingerprint)" ]] ||
    advise "the academy still uses the certificate before $tls_cert" "$reload_it"
}

# names_of FILE
names_of() { openssl x509 -in "$1" -noout -ext subjectAltName 2>/dev/null | sed -n 's/^ *\(DNS\|IP\)/it has \1/p'; }

# why_untrusted TEXT: what OpenSSL says.
why_untrusted() { sed -n 's/^error .*depth lookup: *//p; s/^.*verify error:num=[0-9]*://p' <<<"$1" | head -n 1; }

# look_at_days CERTIFICATE HOW: HOW it is taken after it was renewed.
look_at_days() {
  local end days now
  end=$(openssl x509 -noout -enddate <<<"$1" 2>/dev/null) || return 0
  end=$(date -d "${end#notAfter=}" +%s) || return 0
  printf -v now '%(%s)T' -1
  days=$(((end - now) / 86400))
  if ((end <= now)); then
    wrong "the certificate has expired, on $(date -u -d "@$end" '+%F %T') UTC" "renew it${2:+, then $2}"
  elif ((days < certificate_now)); then
    wrong "the certificate expires within a day" "renew it${2:+, then $2}"
  elif ((days < certificate_soon)); then
    advise "the certificate expires on $(date -u -d "@$end" +%F)" "renew it${2:+, then $2}; why was it not by itself?"
  else
    well "valid for $days days"
  fi
}

# The proxy's.
look_at_public_certificate() {
  local said certificate tls
  parse_url "$public_url" || return 0
  tls_words "$url_host" "$url_port"
  said=$(timeout "$answer_time" openssl s_client "${tls[@]}" 2>&1 </dev/null) || true
  certificate=$(sed -n '/-----BEGIN CERTIFICATE-----/,/-----END CERTIFICATE-----/p' <<<"$said")
  # Whether it answers is asked with the ports.
  [[ $certificate ]] || return 0
  look_at_days "$certificate" ''
  [[ ! $said =~ 'Verify return code: '([0-9]+)' ('([^\)]*) ]] || case ${BASH_REMATCH[1]} in
    0) ;;
    # Expired, which is said above.
    10) ;;
    62 | 64) wrong "the certificate at $public_url is not for $url_host" "a certificate for that name in the proxy" ;;
    *) wrong "browsers do not trust the certificate at $public_url: ${BASH_REMATCH[2]}" "let the proxy send the whole chain (fullchain.pem)" ;;
  esac
}

doctor_ports() {
  if [[ $supervisor ]]; then
    local address
    read -r address 2>/dev/null <"$data/run/edge.addr" || {
      wrong "the edge listens nowhere yet" "wait; then read $data/logs/edge.log"
      return
    }
    if ((port != 0 && port != ${address##*:})); then
      advise "the academy listens on port ${address##*:}, the settings say $port" "$restart_it"
    else
      well "listens on port ${address##*:}"
    fi
  else
    look_for_port "$bind" "$port" port
    local number
    for ((number = 0; number < ${#services[@]}; ++number)); do
      ((grpc_port_base == 0)) || look_for_port 127.0.0.1 "$((grpc_port_base + number))" grpc-port-base
    done
  fi
  [[ -z $supervisor || -z $public_url ]] || look_at_public_url
}

# look_for_port ADDRESS PORT SETTING: whether the academy could listen there.
look_for_port() {
  (($2 != 0)) || return 0
  local lowest=1024 wanted hex=
  if is_address "$1" && [[ $1 != *:* ]]; then
    local bytes
    IFS=. read -r -a bytes <<<"$1"
    printf -v hex '%02X%02X%02X%02X' "${bytes[3]:-0}" "${bytes[2]:-0}" "${bytes[1]:-0}" "${bytes[0]:-0}"
  fi
  printf -v wanted '%04X' "$2"
  # Column 4 is 0A for who listens. Whoever has all addresses has this one too.
  if awk -v port="$wanted" -v own="$hex" '
      $4 == "0A" { split($2, at, ":"); if (at[2] == port && (at[1] == own || at[1] ~ /^0+$/ || own ~ /^0*$/)) { found = 1 } }
      END { exit !found }' /proc/net/tcp /proc/net/tcp6 2>/dev/null; then
    wrong "port $2 of $1 is taken by another program" "ss -ltnp 'sport = :$2' (as root) shows it: stop it, or another $3 in the settings"
    return
  fi
  [[ ! -r /proc/sys/net/ipv4/ip_unprivileged_port_start ]] || read -r lowest </proc/sys/net/ipv4/ip_unprivileged_port_start
  # The unit has the capability.
  if [[ -z $installed ]] && ((EUID != 0 && $2 < lowest)); then
    wrong "ports below $lowest are not for this user" "another port, or a proxy in front"
  else
    well "port $2 is free"
  fi
}

# Whether what answers at the public address is this academy: its log has the request that it refused.
look_at_public_url() {
  local reply id tries
  if ! ask_url "$public_url" GET /readyz; then
    local how="let port $url_port through the firewall, and start the proxy if there is one"
    if leads_here "$url_host"; then
      wrong "nothing answers at $public_url" "$how"
    else
      advise "nothing answers at $public_url from here" "try it from elsewhere: some routers do not lead back; otherwise $how"
    fi
    return
  fi
  if [[ $reply != *'"ready":'* ]]; then
    wrong "what answers at $public_url is not the academy: ${reply%%$'\r'*}" "let the proxy, or the name, lead to this academy"
    return
  fi
  # The second time, because not every refusal is logged at once.
  for tries in 1 2; do
    ask_url "$public_url" POST /api/cm/auth/check || return 0
    if [[ ! $reply =~ [$'\n'][Xx]-[Rr]equest-[Ii]d:\ *([A-Za-z0-9_-]+) ]]; then
      well "an academy answers at $public_url"
      return
    fi
    id=${BASH_REMATCH[1]}
    if has_logged "$id"; then
      well "$public_url is this academy"
      return
    fi
    ((tries == 2)) || pause "$refusal_pause"
  done
  wrong "another academy answers at $public_url" "let the proxy, or the name, lead to this one"
}

# has_logged ID: whether the edge's log has it, soon.
has_logged() {
  local tries
  for ((tries = 0; tries < 20; ++tries)); do
    if tail -n 500 -- "$data/logs/edge.log" 2>/dev/null | grep -Fq -- "$1"; then return 0; fi
    pause 0.1
  done
  return 1
}

doctor_mail() {
  local words=(--try_mail) shown said status=0 sent=
  if [[ $smtp_file && -r $smtp_file ]]; then
    read -r shown <"$smtp_file" || true
    words+=("--smtp_file=$smtp_file")
  elif [[ $unseen == *smtp-file* && -s $data/run/smtp ]]; then
    read -r shown <"$data/run/smtp" || true
    words+=("--smtp_file=$data/run/smtp")
  elif [[ $unseen == *smtp-file* ]]; then
    return 0
  elif [[ ${smtp:=${ACADEMY_SMTP:-}} ]]; then
    shown=$smtp
  elif [[ $supervisor && -z $smtp_file && -s $data/run/smtp ]]; then
    # Of the environment in which the academy was started.
    read -r shown <"$data/run/smtp" || true
    words+=("--smtp_file=$data/run/smtp")
  else
    [[ $smtp_file ]] || advise "there is no mail server, so mails wait" "smtp-file, or smtp, in the settings"
    return 0
  fi
  # Without user and password.
  shown=${shown##*@} shown=${shown#*://} shown=${shown%%/*}
  words+=(${smtp_ca:+"--smtp_ca=$smtp_ca"} ${mail_from:+"--mail_from=$mail_from"} ${public_url:+"--public_url=$public_url"}
    ${timezone:+"--timezone=$timezone"} ${mail_to:+"--try_mail_to=$mail_to"})
  if [[ $smtp ]]; then
    # The list of processes shows flags.
    said=$(timeout "$mail_time" "$programs/auth" "${words[@]}" --smtp_file=<(printf '%s\n' "$smtp") 2>/dev/null) || status=$?
  else
    said=$(timeout "$mail_time" "$programs/auth" "${words[@]}" 2>/dev/null) || status=$?
  fi
  [[ -z $mail_to ]] || sent=", and took a mail to $mail_to: see whether it arrives"
  if [[ $said == ok* ]]; then
    well "$shown lets the academy in$sent"
    return
  fi
  said=${said#* }
  ((status != 124)) || said="no answer for $mail_time s"
  case $said in
    *ertificate* | *SSL* | *TLS* | *tls*) sent='smtp-ca with the authority of the server, or the name that is in its certificate' ;;
    *' 53'[0-9]* | *'ogin denied'*) sent='user and password in smtp-file, with @ / : and % written as %40 %2F %3A and %25' ;;
    *'ould not resolve'*) sent='the name of the mail server in the settings' ;;
    *'to MAIL'*) sent='a mail-from that the server lets this user send as' ;;
    *'to RCPT'*) sent='the address after --mail; or ask the owner of the mail server' ;;
    *onnect* | *'imed out'* | 'no answer'*) sent='address and port in the settings; many providers close port 25: try 465 (smtps://) or 587' ;;
    *'no e-mail address'*) sent='--mail you@example.com' ;;
    *) sent='see the message, and docs/operations.md, Mail' ;;
  esac
  wrong "$shown does not take mail: ${said:-no answer}" "$sent"
}

doctor_store() {
  if [[ -z $blobs ]]; then
    if [[ ! -d $data/blobs ]]; then
      well "pictures and videos in $data/blobs, when there are any"
    elif [[ -w $data/blobs && -x $data/blobs ]]; then
      well "pictures and videos in $data/blobs"
    else
      wrong "$data/blobs cannot be written" "chown and chmod 700 it for the academy's user"
    fi
    return
  fi
  if [[ $unseen == *s3-credentials* ]]; then return; fi
  try_store "$blobs" "$s3_credentials" s3-credentials && well "${blobs%%\?*} stores, gives and removes"
}

# try_store URL CREDENTIALS SETTING: whether the store takes a small object, gives it back and removes it.
try_store() {
  local said status=0 fix
  said=$(timeout "$store_time" "$programs/backup" "--try_store=$1" ${2:+"--s3_credentials=$2"} 2>/dev/null) || status=$?
  [[ $said != ok* ]] || return 0
  ((status != 124)) || said="timeout no answer for $store_time s"
  case $said in
    credentials_missing* | *AccessKey* | *ignature*) fix="the store's keys in the file of $3; and this machine's clock" ;;
    *' 403'* | *AccessDenied* | *orbidden*) fix="let this key get, put, delete and list below the prefix" ;;
    *NoSuchBucket* | *' 404'*) fix='make the bucket, or the name of one that is there' ;;
    *ertificate* | *SSL*) fix="an endpoint whose certificate this system trusts (update-ca-certificates)" ;;
    *) fix="is the store up, and its address right?" ;;
  esac
  said=${said#* }
  wrong "${1%%\?*} does not work: ${said:-no answer}" "$fix"
  return 1
}
