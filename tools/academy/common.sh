# What every part of the command uses: messages, temporary folders, flags. Sourced by `academy`, with $root set.

readonly out=$root/out
readonly cache=${XDG_CACHE_HOME:-$HOME/.cache}/academy

say() { printf 'academy: %s\n' "$*"; }

# Standard error as it was at the start; the supervisor sends its own elsewhere.
exec {terminal}>&2

# One line that names the mend, then the end.
die() {
  trap - ERR
  printf 'academy: %s\n' "$*" >&"$terminal"
  exit 1
}

trap 'die "Stopped: \"$BASH_COMMAND\" failed (${BASH_SOURCE[0]##*/}:$LINENO)."' ERR

# Waits without starting a process: `pause 0.05`.
exec {idle_fd}<> <(:)
pause() { read -rt "$1" -u "$idle_fd" || true; }

# Milliseconds since the epoch.
now_ms() {
  local micros=${EPOCHREALTIME/[.,]/}
  printf -v "$1" '%s' $((micros / 1000))
}

# Parses `--name value` and `--name=value` into the variables that `flag_names` (name -> variable) lists and
# `--name` into those of `switch_names` (set to 1).
parse_flags() {
  local name value
  while (($#)); do
    [[ $1 == --* ]] || die "'$1' is not a flag. Mend: ./academy help"
    name=${1%%=*} name=${name#--}
    if [[ -n ${switch_names[$name]:-} && $1 != *=* ]]; then
      printf -v "${switch_names[$name]}" 1
      shift
    elif [[ -n ${flag_names[$name]:-} ]]; then
      if [[ $1 == *=* ]]; then
        value=${1#*=}
      else
        (($# > 1)) || die "--$name needs a value. Mend: ./academy help"
        value=$2
        shift
      fi
      printf -v "${flag_names[$name]}" '%s' "$value"
      shift
    else
      die "There is no flag '--$name'. Mend: ./academy help"
    fi
  done
}

# A hash over names, sizes and times of all files under the paths given (relative to the root): equal hash, equal
# sources. Installed and generated folders are left out.
fingerprint() {
  (
    cd "$root"
    local existing=() path
    for path in "$@"; do [[ -e $path ]] && existing+=("$path"); done
    find "${existing[@]}" \( -name node_modules -o -name dist -o -name '*.tsbuildinfo' \) -prune -o \
      \( -type f -o -type l \) -printf '%p %s %T@\n' | LC_ALL=C sort
  ) | sha256sum | cut -d' ' -f1
}

# stamp_is NAME VALUE: whether `stamp NAME VALUE` was the last. Stamps live beside what they vouch for.
stamp_is() { [[ -f $out/stamps/$1 && $(<"$out/stamps/$1") == "$2" ]]; }
stamp() {
  mkdir -p "$out/stamps"
  printf '%s\n' "$2" >"$out/stamps/$1.$$"
  mv -f "$out/stamps/$1.$$" "$out/stamps/$1"
}
