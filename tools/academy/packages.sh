# Debian packages: finds which packages of tools/packages are missing, and installs only those.

# listed_packages LIST...: prints the names in the lists, one per line.
listed_packages() {
  local list
  for list in "$@"; do sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/tools/packages/$list.txt"; done
}

missing_packages() {
  local package
  local -A present=()
  while IFS=' ' read -r status package; do
    [[ $status == ii* ]] && present[$package]=1
  done < <(xargs dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' 2>/dev/null < <(listed_packages "$@") ||
    true) # dpkg-query fails where a package is missing, which is what is asked.
  while read -r package; do
    [[ -n ${present[$package]:-} ]] || printf '%s\n' "$package"
  done < <(listed_packages "$@")
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

# install_debian PACKAGE...: installs them, or exits with a message that says how to fix it. At a terminal it asks
# first.
install_debian() {
  local fix="Fix: apt-get install $* (as root)"
  say "Missing Debian packages: $*"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "Packages are missing, and there is no sudo. $fix"
    if [[ -t 0 ]]; then
      local answer
      read -rp 'academy: Install them with sudo apt-get? [Y/n] ' answer
      [[ ${answer,,} =~ ^(|y|yes)$ ]] || die "Packages are missing. $fix"
    else
      sudo -n true 2>/dev/null || die "Packages are missing, and sudo wants a password. $fix"
    fi
  fi
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends)
  # A fresh machine has no package lists, and old lists may name packages that no longer exist: update them and retry.
  as_root "${apt[@]}" "$@" </dev/null && return
  as_root apt-get update </dev/null || die "apt-get update failed. $fix"
  as_root "${apt[@]}" "$@" </dev/null || die "apt-get could not install what is missing. $fix"
}

# ensure_packages LIST...: installs what is missing of these lists in tools/packages.
ensure_packages() {
  [[ -n ${ACADEMY_SKIP_PACKAGES:-} ]] && return
  command -v dpkg-query >/dev/null ||
    die "This is not Debian. Fix: use Debian 12 or 13, or install the equivalents of tools/packages/*.txt and set ACADEMY_SKIP_PACKAGES=1"
  # dpkg's status file changes with every installation and removal.
  local state
  state="$(listed_packages "$@" | sha256sum) $(stat -c %y /var/lib/dpkg/status)"
  stamp_is "packages-$*" "$state" && return
  local missing
  mapfile -t missing < <(missing_packages "$@")
  # Releases before 1.0 asked for this one, which Debian's own cannot be beside.
  [[ " ${missing[*]} " != *' libboost-dev '* || ! -d /usr/share/doc/libboost1.81-dev ]] || missing+=(libboost1.81-dev-)
  ((${#missing[@]} == 0)) || install_debian "${missing[@]}"
  stamp "packages-$*" "$(listed_packages "$@" | sha256sum) $(stat -c %y /var/lib/dpkg/status)"
}
