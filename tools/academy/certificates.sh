# Certificates of the processes on several machines, of a private authority. Sourced by command-keys.sh.

readonly authority_days=3650 certificate_days=365

# run_openssl WORDS...: prints what OpenSSL says only if it fails.
run_openssl() {
  local said
  said=$(openssl "$@" 2>&1) || die "openssl $1 failed: ${said//$'\n'/ }. Fix: see the message"
}

# expect_new FILE...: refuses to replace one.
expect_new() {
  local file
  for file in "$@"; do
    [[ ! -e $file && ! -L $file ]] || die "$file exists, and is never overwritten. Fix: give --to a new folder"
  done
}

# make_private_folder DIR
make_private_folder() {
  (umask 077 && mkdir -p -- "$1") 2>/dev/null && [[ -w $1 ]] || die "Cannot write in $1. Fix: give --to another folder"
}

# new_key FILE: of the curve P-256, mode 0600.
new_key() {
  (umask 077 && run_openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1")
}

# make_authority DIR DAYS: a key, and the certificate that processes believe.
make_authority() {
  local folder=$1 days=$2
  make_private_folder "$folder"
  expect_new "$folder/authority.key" "$folder/ca.pem"
  new_key "$folder/authority.key"
  run_openssl req -x509 -new -sha256 -key "$folder/authority.key" -days "$days" -out "$folder/ca.pem" \
    -subj "/CN=academy authority $(date -u +%F)" -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign'
  say "Made $folder/ca.pem, and $folder/authority.key, which no process needs: keep it where no stranger comes"
}

# make_certificate NAME AUTHORITY DIR DAYS: what the process NAME needs for --grpc_tls.
make_certificate() {
  local name=$1 authority=$2 folder=$3 days=$4
  [[ -r $authority/authority.key && -r $authority/ca.pem ]] ||
    die "There is no authority in $authority. Fix: $me keys authority --to DIR makes one, for --authority DIR"
  make_private_folder "$folder"
  [[ ! $folder -ef $authority ]] ||
    die "$folder has the authority's key, which no process may read. Fix: give --to another folder"
  expect_new "$folder/$name.pem" "$folder/$name.key"
  if [[ -e $folder/ca.pem ]]; then
    cmp -s -- "$authority/ca.pem" "$folder/ca.pem" ||
      die "$folder/ca.pem is another authority's. Fix: give --to a new folder"
  else
    cp -- "$authority/ca.pem" "$folder/ca.pem"
  fi
  new=$(mktemp -d)
  trap 'rm -rf -- "$new"' EXIT
  new_key "$new/key"
  printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature' \
    'extendedKeyUsage=serverAuth,clientAuth' "subjectAltName=DNS:$name.academy.internal" >"$new/extensions"
  run_openssl req -new -sha256 -key "$new/key" -subj "/CN=$name" -out "$new/request"
  run_openssl x509 -req -sha256 -in "$new/request" -CA "$authority/ca.pem" -CAkey "$authority/authority.key" \
    -set_serial "0x$(openssl rand -hex 16)" -days "$days" -extfile "$new/extensions" -out "$new/certificate"
  mv -- "$new/key" "$folder/$name.key"
  mv -- "$new/certificate" "$folder/$name.pem"
  say "Made $folder/$name.pem and $folder/$name.key, valid for $days days, beside $folder/ca.pem"
}

# revoke_certificate FILE AUTHORITY: adds it to the authority's list, revoked.pem.
revoke_certificate() {
  local file=$1 authority=$2 settings
  [[ -r $authority/authority.key && -r $authority/ca.pem ]] ||
    die "There is no authority in $authority. Fix: give --authority the folder of the certificate's authority"
  openssl verify -CAfile "$authority/ca.pem" -no_check_time "$file" >/dev/null 2>&1 ||
    die "$file is not a certificate of the authority in $authority. Fix: give the PEM file, and --authority its authority"
  touch -- "$authority/revoked.txt"
  settings="[ca]"$'\n'"default_ca=list"$'\n'"[list]"$'\n'"database=$authority/revoked.txt"$'\n'"default_md=sha256"
  run_openssl ca -config <(printf '%s\n' "$settings") -keyfile "$authority/authority.key" -cert "$authority/ca.pem" \
    -revoke "$file"
  run_openssl ca -config <(printf '%s\n' "$settings") -keyfile "$authority/authority.key" -cert "$authority/ca.pem" \
    -gencrl -crldays "$authority_days" -out "$authority/revoked.pem"
  say "Made $authority/revoked.pem: copy it into crl/ beside every ca.pem, and send all processes SIGHUP"
}

# command_certificates authority|certificate|revoke FLAGS...
command_certificates() {
  local action=$1 name=
  shift
  if [[ $action == certificate ]]; then
    name=${1:-}
    [[ $name =~ ^[a-z][a-z0-9-]{0,62}$ ]] ||
      die "keys certificate needs the name of a process. Fix: auth, catalog, enrollment, presence, edge, tools, or a program's own"
    shift
  fi
  if [[ $action == revoke ]]; then
    name=${1:-}
    [[ -r $name && $name != -* ]] || die "keys revoke needs the certificate's file. Fix: $me keys revoke FILE --authority DIR"
    shift
  fi
  local to= authority= days=
  local -A flag_names=([to]=to [days]=days) switch_names=()
  [[ $action != revoke ]] || flag_names=()
  [[ $action == authority ]] || flag_names[authority]=authority
  parse_flags "$@"
  command -v openssl >/dev/null || die "openssl is missing. Fix: apt-get install openssl (as root)"
  if [[ $action == revoke ]]; then
    [[ -n $authority ]] || die "keys revoke needs the authority's folder. Fix: --authority DIR"
    revoke_certificate "$name" "$authority"
    return
  fi
  [[ -n $to ]] || die "keys $action needs a folder. Fix: --to DIR"
  [[ -z $days || $days =~ ^[1-9][0-9]{0,4}$ ]] || die "--days $days is not valid. Fix: a number from 1 to 99999"
  if [[ $action == authority ]]; then
    make_authority "$to" "${days:-$authority_days}"
  else
    [[ -n $authority ]] || die "keys certificate needs the authority's folder. Fix: --authority DIR"
    make_certificate "$name" "$authority" "$to" "${days:-$certificate_days}"
  fi
}
