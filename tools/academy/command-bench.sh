# bench: measures what tests must not assert; each bench prints a small table. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"

bench_names() {
  local file
  for file in "$root"/tests/bench/*.mjs; do basename "$file" .mjs; done
}

command_bench() {
  local names=("$@") name
  ((${#names[@]})) || mapfile -t names < <(bench_names)
  for name in "${names[@]}"; do
    [[ $name =~ ^[a-z0-9-]+$ && -f $root/tests/bench/$name.mjs ]] ||
      die "There is no bench '$name'. Fix: ./academy bench [$(bench_names | paste -sd ' ')]"
  done
  ensure_packages build run bench
  ensure_node
  build_all
  build_bench_tools
  ensure_rivals "${names[@]}"
  for name in "${names[@]}"; do
    say "bench $name"
    node "$root/tests/bench/$name.mjs" </dev/null || die "The bench $name failed. Fix: see the message above"
  done
}

# The servers that the bench `speed` compares with have their own package-lock.json, because nothing else needs them.
ensure_rivals() {
  [[ " $* " =~ " "(speed|sign-in)" " ]] || return 0
  local folder=$root/tests/bench/rivals lock
  lock=$(sha256sum <"$folder/package-lock.json")
  [[ -d $folder/node_modules ]] && stamp_is rivals "$lock" && return
  say "Installing the servers that the bench compares with"
  (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error </dev/null) ||
    die "npm ci failed in tests/bench/rivals. Fix: see npm's message above"
  stamp rivals "$lock"
}

# Builds the benches' C++ programs into out/bench.
build_bench_tools() {
  run_bazel build //tests/bench/... || die "The build failed. Fix: see Bazel's message above"
  local tree tool
  tree=$(run_bazel info bazel-bin 2>/dev/null)
  mkdir -p "$out/bench"
  for tool in argon2_limit extend_course grpc_calls live_load media_load seed_live seed_people watch_load; do install -m 755 "$tree/tests/bench/$tool" "$out/bench/$tool"; done
  install -m 755 "$tree/tests/bench/monolith/monolith" "$out/bench/monolith"
}
