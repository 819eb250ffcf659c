# fuzz: gives the parsers made-up inputs, under sanitizers. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"

# The sources of the targets, in the order of their names; a target is called as its source.
fuzz_sources() { (cd "$root" && find edge services -name '*_fuzz.cc' -printf '%f %p\n') | LC_ALL=C sort | cut -d' ' -f2; }
fuzz_target_of() { basename "$1" _fuzz.cc; }

command_fuzz() {
  local only= seconds=60 source
  if (($#)) && [[ $1 != --* ]]; then
    only=$1
    shift
  fi
  local -A flag_names=([seconds]=seconds) switch_names=()
  parse_flags "$@"
  [[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || die "--seconds is a whole number from 1 to 999999. Fix: ./academy fuzz --seconds 60"
  local sources=() names=()
  while read -r source; do
    names+=("$(fuzz_target_of "$source")")
    [[ -n $only && ${names[-1]} != "$only" ]] || sources+=("$source")
  done < <(fuzz_sources)
  ((${#sources[@]})) || die "There is no fuzz target '$only'. Fix: ./academy fuzz [${names[*]}]"

  ensure_packages build fuzz
  local labels=()
  for source in "${sources[@]}"; do labels+=("//${source%/*}:$(fuzz_target_of "$source")_fuzz_libfuzzer"); done
  say "Building ${#labels[@]} fuzz targets with clang"
  run_bazel build --config=fuzz --show_progress "${labels[@]}" ||
    die "The build failed. Fix: see Bazel's message above"
  local tree findings=0
  tree=$(run_bazel info --config=fuzz bazel-bin 2>/dev/null)
  for source in "${sources[@]}"; do
    fuzz_for "$seconds" "$(fuzz_target_of "$source")" "$tree/${source%.cc}_libfuzzer"
  done
  printf '%d targets, %d findings\n' "${#sources[@]}" "$findings"
  ((findings == 0)) || exit 1
}

# fuzz_for SECONDS TARGET BINARY: a run ends at its first finding, which is counted in $findings. The next run starts
# with the inputs that this one added to out/fuzz.
fuzz_for() {
  local seconds=$1 target=$2 binary=$3 folder=$out/fuzz/$2 status=0 runs finding begin end
  mkdir -p "$folder/corpus" "$folder/findings"
  now_ms begin
  # Debian's libraries are not instrumented: see .bazelrc.
  ASAN_OPTIONS=detect_leaks=1:detect_container_overflow=0 UBSAN_OPTIONS=print_stacktrace=1 \
    "$binary" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
    -artifact_prefix="$folder/findings/" "$folder/corpus" "$root/tests/fuzz/$target" >"$folder/log" 2>&1 </dev/null ||
    status=$?
  now_ms end
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log")
  printf '  %-16s %12s runs in %s s' "$target" "${runs:-0}" $(((end - begin) / 1000))
  if ((status == 0)); then
    printf '\n'
    return
  fi
  findings=$((findings + 1))
  finding=$(sed -n 's/.*Test unit written to //p' "$folder/log" | tail -n 1)
  printf ': FOUND %s\n' "${finding:-something without an input}"
  grep -E 'not so:|runtime error:|^SUMMARY:|^==[0-9]+==(ERROR|WARNING)' "$folder/log" | sed 's/^/      /' || true
  printf '      all that was said: %s\n' "$folder/log"
}
