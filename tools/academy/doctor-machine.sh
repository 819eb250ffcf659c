# What `doctor` looks at on the machine: disk, clock, limits, programs. Sourced by command-doctor.sh, whose variables and
# findings it uses.

# MiB: as the Health page has them.
readonly little_disk=3072 least_disk=512
readonly few_inodes=50000 fewest_inodes=1000
# Milliseconds that one small write may take to reach the disk.
readonly slow_sync=1000
# Seconds by which the clock may differ from others': codes of authenticator apps change every 30, stores refuse 900.
readonly clock_drift=30 clock_wrong=120
# MiB
readonly little_memory=480 little_free_memory=150
readonly few_tasks=512

doctor_disk() {
  local folder device
  local -A seen=()
  for folder in "$data/" "$data"/*/; do
    # A private server's folder, or one that is just being removed.
    device=$(stat -c %d -- "$folder" 2>/dev/null) || continue
    [[ -z ${seen[$device]:-} ]] || continue
    seen[$device]=1
    look_at_disk "${folder%/}"
  done
}

# look_at_disk FOLDER
look_at_disk() {
  local blocks size inodes free_inodes free probe said begun now
  read -r blocks size inodes free_inodes < <(stat -f -c '%a %S %c %d' -- "$1")
  free=$((blocks * size / 1048576))
  if ((free < least_disk)); then
    wrong "only $free MiB are free in $1" "remove what is not needed, or give the disk more space"
  elif ((free < little_disk)); then
    advise "only $free MiB are free in $1" "give the disk more space before the next videos"
  fi
  # Some file systems make them as they need them, and say 0.
  if ((inodes > 0 && free_inodes < fewest_inodes)); then
    wrong "only $free_inodes files more can be made in $1" "remove files that are not needed, or make the file system with more inodes"
  elif ((inodes > 0 && free_inodes < few_inodes)); then
    advise "only $free_inodes files more can be made in $1" "look for folders with very many files (du --inodes $1)"
  fi
  # What is in run/ is in no backup.
  local folder=$1
  [[ ! -d $1/run ]] || folder=$1/run
  if ! probe=$(mktemp "$folder/doctor.XXXXXX" 2>&1); then
    wrong "nothing can be written in $1: ${probe##*: }" "look at its owner and mount (findmnt -T $1); systems mount a broken disk read-only"
    return
  fi
  now_ms begun
  if said=$(dd if=/dev/zero of="$probe" bs=4096 count=16 conv=fsync 2>&1); then
    now_ms now
    ((now - begun <= slow_sync)) ||
      advise "a small write took $((now - begun)) ms to reach the disk of $1" "find what else writes there; the database waits for the disk at each change"
    well "$free MiB and $free_inodes files free in $1"
  else
    said=${said%%$'\n'*}
    wrong "what is written in $1 does not reach the disk: ${said##*: }" "look at the system's log (dmesg), and at the disk"
  fi
  rm -f -- "$probe"
}

doctor_clock() {
  local state url
  case $(timeout 5 timedatectl show -p NTPSynchronized --value 2>/dev/null || true) in
    yes) well "set by a time server" ;;
    no) advise "no time server sets the clock" "apt install systemd-timesyncd, or let a time server through (UDP port 123)" ;;
    *)
      state=$(timeout 5 chronyc -n tracking 2>/dev/null) || state=
      case $state in
        *'Leap status'*Normal*) well "set by a time server" ;;
        *'Leap status'*) advise "chrony hears no time server" "look at chronyc sources" ;;
        *) well "who sets it cannot be told here" ;;
      esac
      ;;
  esac
  for url in $(known_servers); do compare_clock "$url"; done
}

# The servers that the academy asks anyway.
known_servers() {
  local place
  for place in "$blobs" "$backup_to"; do
    [[ $place != s3://* ]] || printf '%s\n' "$(store_server "$place")"
  done
  [[ -z $recaptcha_url ]] || printf '%s\n' "$recaptcha_url"
  [[ -z $video_cdn ]] || printf '%s\n' "$video_cdn"
}

# store_server s3://BUCKET/PREFIX?...: the store's address.
store_server() {
  local region=us-east-1 bucket=${1#s3://}
  bucket=${bucket%%[/?]*}
  [[ ! $1 =~ [?\&]region=([^&]+) ]] || region=${BASH_REMATCH[1]}
  if [[ $1 =~ [?\&]endpoint=([^&]+) ]]; then
    printf '%s' "${BASH_REMATCH[1]}"
  else
    printf 'https://%s.s3.%s.amazonaws.com' "$bucket" "$region"
  fi
}

# compare_clock URL: with the Date of the server's answer.
compare_clock() {
  local reply there here off
  # Whether it answers is another check's.
  ask_url "$1" HEAD / || return 0
  [[ $reply =~ [$'\n']Date:\ *([^$'\r\n']+) || $reply =~ [$'\n']date:\ *([^$'\r\n']+) ]] || return 0
  there=$(date -d "${BASH_REMATCH[1]}" +%s 2>/dev/null) || return 0
  printf -v here '%(%s)T' -1
  off=$((here - there))
  if ((${off#-} >= clock_wrong)); then
    wrong "the clock differs by ${off#-} s from that of $url_host" "set it by a time server: apt install systemd-timesyncd; then restart the academy"
  elif ((${off#-} >= clock_drift)); then
    advise "the clock differs by ${off#-} s from that of $url_host" "set it by a time server: apt install systemd-timesyncd"
  else
    well "within ${off#-} s of that of $url_host"
  fi
}

doctor_limits() {
  local files pid=self memory available folder value kills=0
  if [[ $supervisor && -s $data/run/edge.pid ]]; then
    read -r pid <"$data/run/edge.pid"
    files=$(sed -n 's/^Max open files *\([0-9a-z]*\).*/\1/p' "/proc/$pid/limits" 2>/dev/null) || files=
  else
    files=$(ulimit -Hn)
    # Not the service's, of which the unit decides.
    [[ -z $installed ]] || files=
  fi
  [[ $files != unlimited ]] || files=1048576
  if [[ $files ]]; then
    if ((files < wanted_files)); then
      advise "only $files files can be open at once, which are connections too" "raise the limit to $wanted_files: ulimit -n, or LimitNOFILE= of the unit"
    else
      well "$files open files"
    fi
  fi

  memory=$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo) memory=$((memory / 1024))
  available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo) available=$((available / 1024))
  for folder in $(control_groups "$pid"); do
    value=max
    [[ ! -r $folder/memory.max ]] || read -r value <"$folder/memory.max"
    [[ $value == max ]] || ((value / 1048576 >= memory)) || memory=$((value / 1048576))
    value=max
    [[ ! -r $folder/pids.max ]] || read -r value <"$folder/pids.max"
    [[ $value == max ]] || ((value >= few_tasks)) ||
      advise "only $value threads may run in $folder" "allow $few_tasks and more: TasksMax= of the unit, or the container's limit"
  done
  if [[ $supervisor ]]; then
    folder=$(control_groups "$pid" | head -n 1)
    [[ ! -r $folder/memory.events ]] || kills=$(sed -n 's/^oom_kill \([0-9]*\)/\1/p' "$folder/memory.events")
  fi
  ((${kills:-0} == 0)) ||
    advise "the system has killed $kills processes here because the memory was full" "give the machine more memory, or the academy a higher limit"
  if ((memory < little_memory)); then
    advise "the academy has only $memory MiB of memory" "give it 1 GiB: videos are encoded too"
  elif ((available < little_free_memory)); then
    advise "only $available MiB of memory are available" "end what else needs memory, or give the machine more"
  else
    well "$memory MiB of memory"
  fi
}

# control_groups PID: the folders of the process's control group and those above it, as far as they can be seen.
control_groups() {
  local path
  path=$(sed -n 's/^0:://p' "/proc/$1/cgroup" 2>/dev/null) || return 0
  path=${path%/}
  while :; do
    printf '%s\n' "/sys/fs/cgroup$path"
    [[ $path ]] || break
    path=${path%/*}
  done
}

doctor_versions() {
  local name said release started pid kernel
  release=$(academy_version)
  for name in "${processes[@]}" backup; do
    if ! said=$(timeout 20 "$programs/$name" --version 2>&1); then
      said=${said##*$'\n'}
      wrong "$name does not run: ${said:-no answer}" "$rebuild"
    elif [[ $said != "$name (Academy) $release" ]]; then
      wrong "$name is of another release than $release: $said" "$rebuild"
    elif [[ $supervisor && -s $data/run/$name.pid ]]; then
      # When it was put there, whenever it was built.
      ((($(stat -c %Z -- "$programs/$name") <= $(stat -c %Y -- "$data/run/$name.pid")))) ||
        advise "$name has been replaced since the running one started" "$restart_it"
    fi
  done
  well "academy $release"
  for name in ffmpeg ffprobe; do
    if said=$(timeout 20 "$name" -version 2>&1); then
      [[ ! $said =~ ^ffmpeg\ version\ ([^ ]+) ]] || well "ffmpeg ${BASH_REMATCH[1]}"
    else
      wrong "$name does not run, so no video can be processed" "apt install ffmpeg"
    fi
  done
  said=$(sed -n 's/^PRETTY_NAME="*\([^"]*\)"*/\1/p' /etc/os-release 2>/dev/null) || said=
  kernel=$(uname -r)
  well "${said:-an unknown system}" && well "Linux $kernel"
  [[ ! $kernel =~ ^([0-9]+)\.([0-9]+) ]] || ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] >= 5013)) ||
    advise "Linux $kernel cannot confine ffmpeg to its files (Landlock)" "a kernel of 5.13 or newer"
}
