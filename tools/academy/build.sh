# Builds the five processes into out/bin and the web app into out/web; does nothing when nothing changed.

readonly services=(auth catalog enrollment presence)
readonly processes=("${services[@]}" edge)
# Sources by what they make; a file outside these paths does not change the result.
readonly binary_sources=(WORKSPACE BUILD .bazelrc .bazelignore bazel proto services edge)
readonly web_sources=(package.json package-lock.json webapp)

# bazel COMMAND ARGUMENTS...: with the startup options of ACADEMY_BAZEL (for example --output_base=DIR).
run_bazel() {
  local command=$1
  shift
  # Bazel's server outlives this command: it must not inherit the lock of the build.
  # shellcheck disable=SC2086 # a list of options
  (cd "$root" && { [[ -z ${build_lock:-} ]] || exec {build_lock}>&-; } && bazel ${ACADEMY_BAZEL:-} "$command" --experimental_convenience_symlinks=ignore "$@" </dev/null)
}

build_binaries() {
  local sources name
  sources=$(fingerprint "${binary_sources[@]}")
  local built=1
  for name in "${processes[@]}"; do [[ -x $out/bin/$name ]] || built=0; done
  ((built)) && stamp_is binaries "$sources" && return
  ensure_packages build run
  say "Building ${processes[*]} (the first time takes minutes)"
  run_bazel build --show_progress //edge:edge "${services[@]/#/\/\/services\/}" ||
    die "The build failed. Mend: see Bazel's message above"
  local tree
  tree=$(run_bazel info bazel-bin 2>/dev/null)
  mkdir -p "$out/bin"
  install_binary "$tree/edge/edge" edge
  for name in "${services[@]}"; do install_binary "$tree/services/$name/$name" "$name"; done
  # What was built is what stood there before the build: an edit made meanwhile builds again.
  stamp binaries "$sources"
}

# Renamed into place, so that a running process keeps its own file.
install_binary() {
  cmp -s "$1" "$out/bin/$2" && return
  install -m 755 "$1" "$out/bin/.$2.new"
  mv -f "$out/bin/.$2.new" "$out/bin/$2"
}

build_web() {
  local sources
  sources=$(fingerprint "${web_sources[@]}")
  [[ -f $out/web/index.html ]] && stamp_is web "$sources" && return
  ensure_npm_packages
  say "Building the web app"
  rm -rf "$out/web.new"
  (cd "$root" && npm run --silent build -w webapp -- --outDir "$out/web.new" --emptyOutDir --logLevel warn </dev/null) ||
    die "The web app's build failed. Mend: see the message above"
  rm -rf "$out/web.old"
  [[ ! -d $out/web ]] || mv "$out/web" "$out/web.old"
  mv "$out/web.new" "$out/web"
  rm -rf "$out/web.old"
  stamp web "$sources"
}

build_lock=

# One build at a time in one checkout.
build_all() {
  mkdir -p "$out"
  local build_lock
  exec {build_lock}>"$out/.build.lock"
  flock -n "$build_lock" || {
    say "Another build runs here; waiting for it"
    flock "$build_lock"
  }
  build_binaries
  build_web
  exec {build_lock}>&-
}
