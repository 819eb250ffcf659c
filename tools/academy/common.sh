# What every command uses: messages, flags, fingerprints and stamps. Sourced by `academy`, with $root set.

# What names no relative path works from a folder that is gone, or that may not be read, too.
pwd -P >/dev/null 2>&1 || cd /

readonly out=$root/out
# A service may have no home.
readonly cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/academy
# How the command is called, where its parts are, and the folder of secrets. The installed academyctl has others.
me=./academy programs=$out/bin web=$out/web shipped_site=$root/site version_file=$root/VERSION secrets= installed=
rebuild='./academy run builds it' start_it='./academy run'
# What the file of settings says, if one was read (conf.sh): setting -> value.
declare -A conf=()

readonly services=(auth catalog enrollment presence)
readonly processes=("${services[@]}" edge)
# Programs that are no processes of a running academy.
readonly helpers=(backup encoder)

# A message that nobody can read, on a full disk or a closed pipe, ends no command: least of all the supervisor. The trap
# lets the write fail; processes that are started do not inherit it.
print() {
  trap : PIPE
  printf '%s\n' "$*" 2>/dev/null || true
}
say() { print "academy: $*"; }

# Standard error as it was at the start; the supervisor redirects its own.
exec {terminal}>&2

# Prints one line, which must say how to fix the problem, and exits with 1, or with what the command has set.
die_status=1
die() {
  trap - ERR
  printf 'academy: %s\n' "$*" >&"$terminal"
  exit "$die_status"
}

trap 'die "Stopped: \"$BASH_COMMAND\" failed (${BASH_SOURCE[0]##*/}:$LINENO)."' ERR

# pause SECONDS: waits without starting a process.
exec {idle_fd}<> <(:)
pause() { read -rt "$1" -u "$idle_fd" || true; }

# command_line PID: prints the words of a process, each followed by a space. One that becomes another program (exec) has
# none for a moment, and is asked again.
command_line() {
  local words state tries
  for ((tries = 100; tries > 0; --tries)); do
    words=$(tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" || true)
    if [[ $words ]]; then
      printf '%s' "$words"
      return 0
    fi
    # One that has ended has none either.
    state=$(cat "/proc/$1/stat" 2>/dev/null || true)
    [[ $state && $state != *') '[ZX]' '* ]] || return 0
    pause 0.01
  done
}

# now_ms VARIABLE: sets it to the milliseconds since the epoch.
now_ms() {
  local micros=${EPOCHREALTIME/[.,]/}
  printf -v "$1" '%s' $((micros / 1000))
}

# Parses `--name value` and `--name=value` into the variables that `flag_names` (name -> variable) lists and
# `--name` into those of `switch_names` (set to 1).
parse_flags() {
  local name value
  while (($#)); do
    [[ $1 == --* ]] || die "'$1' is not a flag. Fix: $me help"
    name=${1%%=*} name=${name#--}
    if [[ -n ${switch_names[$name]:-} && $1 != *=* ]]; then
      printf -v "${switch_names[$name]}" 1
      shift
    elif [[ -n ${flag_names[$name]:-} ]]; then
      if [[ $1 == *=* ]]; then
        value=${1#*=}
      else
        (($# > 1)) || die "--$name needs a value. Fix: $me help"
        value=$2
        shift
      fi
      printf -v "${flag_names[$name]}" '%s' "$value"
      shift
    else
      die "There is no flag '--$name'. Fix: $me help"
    fi
  done
}

# fingerprint PATH...: prints a hash over the names, sizes and times of all files under the paths (relative to the
# root), which changes when a source does. Installed and generated folders are left out.
fingerprint() {
  (
    cd "$root"
    local existing=() path
    for path in "$@"; do [[ -e $path ]] && existing+=("$path"); done
    find "${existing[@]}" \( -name node_modules -o -name dist -o -name '*.tsbuildinfo' \) -prune -o \
      \( -type f -o -type l \) -printf '%p %s %T@\n' | LC_ALL=C sort
  ) | sha256sum | cut -d' ' -f1
}

# stamp_is NAME VALUE: whether VALUE was the last one stamped for NAME. Stamps are in out/, with the results they
# describe.
stamp_is() { [[ -f $out/stamps/$1 && $(<"$out/stamps/$1") == "$2" ]]; }
stamp() {
  mkdir -p "$out/stamps"
  printf '%s\n' "$2" >"$out/stamps/$1.$$"
  mv -f "$out/stamps/$1.$$" "$out/stamps/$1"
}

# The release, as VERSION says it.
academy_version() {
  local version
  read -r version <"$version_file"
  printf '%s' "$version"
}

# require_program NAME...: which a build makes.
require_program() {
  local name
  for name in "$@"; do
    [[ -x $programs/$name ]] || die "$programs/$name is missing. Fix: $rebuild"
  done
}
