# upgrade: replaces the processes of a running academy by those of another release, and loses no request. Sourced by
# `academy` and `academyctl`.

. "$root/tools/academy/command-roll.sh"
if [[ -z $installed ]]; then
  . "$root/tools/academy/packages.sh"
  . "$root/tools/academy/node.sh"
  . "$root/tools/academy/build.sh"
fi

command_upgrade() {
  local data=${conf[data]:-data} no_backup= no_build= supervisor
  local -A flag_names=([data]=data) switch_names=()
  if [[ $installed ]]; then
    switch_names=([no-backup]=no_backup)
    upgrade_package "$@"
    return
  fi
  switch_names=([no-build]=no_build)
  parse_flags "$@"
  [[ -d $data ]] || die "There is no folder $data. Fix: give --data the academy's data folder"
  data=$(cd -- "$data" && pwd -P)
  find_roller
  if [[ -z $no_build ]]; then
    # A process that runs keeps its own file.
    ensure_packages build run
    build_all
  fi
  ask_to_roll
  await_roll
}

# lock_upgrade FILE: one upgrade at a time.
lock_upgrade() {
  exec {upgrade_lock}>>"$1"
  flock -n "$upgrade_lock" || die "Another upgrade is under way. Fix: wait for it; $me status says how it is"
}

# upgrade_package FILE: checks a Debian package with the data that there is, backs up, and installs it; the package then
# asks the supervisor.
upgrade_package() {
  local file=
  if (($#)) && [[ $1 != --* ]]; then
    file=$1
    shift
  fi
  parse_flags "$@"
  ((EUID == 0)) || die "academyctl upgrade is for root. Fix: sudo academyctl upgrade FILE"
  [[ $file ]] || die "upgrade needs the package. Fix: academyctl upgrade ./academy_<version>_$(dpkg --print-architecture).deb"
  [[ -r $file ]] || die "$file cannot be read. Fix: the path of a package"
  file=$(realpath -- "$file")
  lock_upgrade /run/academyctl-upgrade.lock
  local next
  next=$(dpkg-deb -f "$file" Version 2>/dev/null) && [[ $(dpkg-deb -f "$file" Package) == academy ]] ||
    die "$file is no package of the academy. Fix: the .deb of a release"
  say "From $(academy_version) to $next"
  check_system "$file"
  check_release "$file"
  if [[ -z $no_backup ]]; then
    [[ ${conf[backup-to]:-} ]] ||
      die "A backup comes first, and the settings name no place for it. Fix: backup-to in $settings, or --no-backup"
    "$root/academyctl" backup || die "Not upgraded, because there is no backup. Fix: see the message above, or --no-backup"
  fi
  # What the owner has set stays; a release of before may come back.
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --allow-downgrades \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$file" </dev/null ||
    die "apt did not install $file. Fix: see its message above; what ran goes on"
  say "Installed $next"
  # The package has asked the supervisor. As the academy's user.
  "$root/academyctl" roll --await
}

# check_system FILE: what would stop dpkg half-way.
check_system() {
  local broken kib free
  broken=$(dpkg --audit 2>&1) && [[ -z $broken ]] ||
    die "dpkg has unfinished work. Fix: dpkg --configure -a, and see dpkg --audit"
  kib=$(dpkg-deb -f "$1" Installed-Size)
  for free in /usr "$data"; do
    # The release twice, and something to work with.
    (($(stat -f -c '%a * %S / 1024' -- "$free") > 2 * kib + 102400)) ||
      die "$free has too little space for an upgrade. Fix: free $(((2 * kib + 102400) / 1024)) MiB"
  done
  apt-get install --simulate --allow-downgrades "$1" </dev/null >/dev/null 2>&1 ||
    die "apt cannot install $1. Fix: apt-get install --simulate $1 says why"
}

extracted=
# check_release FILE: lets the release itself say whether it can run with these settings and this data. Nothing changes.
check_release() {
  local said
  # Programs may not run everywhere else.
  extracted=$(mktemp -d /usr/lib/academy-upgrade.XXXXXX)
  trap '[[ -z $extracted ]] || rm -rf -- "$extracted"; [[ -z $copies ]] || rm -rf -- "$copies"' EXIT
  chmod 755 "$extracted"
  dpkg-deb -x "$1" "$extracted" || die "$1 is damaged. Fix: get it again"
  copy_secrets
  if ! grep -qs -- 'check_programs' "$extracted/usr/lib/academy/tools/academy/command-run.sh"; then
    say "That release is too old to be checked before it is installed"
  elif ldd "$extracted"/usr/lib/academy/bin/* 2>/dev/null | grep -q 'not found'; then
    # Until then the running academy stays as it is.
    say "It needs libraries that are not installed yet, and is checked when they are"
  elif ! said=$(run_as_academy "$extracted/usr/lib/academy/academyctl" run --check --conf "$settings" 2>&1 </dev/null); then
    said=${said##*$'\n'}
    die "Not upgraded, and nothing has changed: ${said#academy: }"
  fi
  rm -rf -- "$extracted"
  extracted=
}
