# Builds the five processes into out/bin, the web app into out/web, and the bill of materials and licences of both, unless
# nothing has changed. Sourced by `academy`.

# The sources of each result; a file outside these paths does not affect it.
readonly binary_sources=(VERSION package.json WORKSPACE BUILD .bazelrc .bazelignore bazel proto services edge)
readonly web_sources=(package.json package-lock.json webapp docs)

# run_bazel COMMAND ARGUMENTS...: runs bazel with the startup options in ACADEMY_BAZEL (for example --output_base=DIR).
run_bazel() {
  local command=$1
  shift
  # auth is built with the source of an npm package (WORKSPACE).
  [[ $command == info ]] || ensure_npm_packages
  # Bazel's server outlives this command, so it must not inherit the locks. shellcheck disable=SC2086 # a list of
  # options
  (cd "$root" && { [[ -z ${build_lock:-} ]] || exec {build_lock}>&-; } && { [[ -z ${data_lock:-} ]] || exec {data_lock}>&-; } &&
    bazel ${ACADEMY_BAZEL:-} "$command" --experimental_convenience_symlinks=ignore "$@" </dev/null)
}

build_binaries() {
  local sources name
  sources=$(fingerprint "${binary_sources[@]}")
  local built=1
  for name in "${processes[@]}" "${helpers[@]}"; do [[ -x $out/bin/$name ]] || built=0; done
  ((built)) && stamp_is binaries "$sources" && return
  ensure_packages build run
  say "Building ${processes[*]} (the first time takes minutes)"
  run_bazel build --show_progress //edge:edge "${services[@]/#/\/\/services\/}" "${helpers[@]/#/\/\/services\/}" ||
    die "The build failed. Fix: see Bazel's message above"
  local tree
  tree=$(run_bazel info bazel-bin 2>/dev/null)
  mkdir -p "$out/bin"
  install_binary "$tree/edge/edge" edge
  for name in "${services[@]}" "${helpers[@]}"; do install_binary "$tree/services/$name/$name" "$name"; done
  # The fingerprint is from before the build, so that an edit made during the build causes another.
  stamp binaries "$sources"
}

# Renames the new file into place, so that a running process keeps its own.
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
    die "The web app's build failed. Fix: see the message above"
  keep_earlier_files
  rm -rf "$out/web.old"
  [[ ! -d $out/web ]] || mv "$out/web" "$out/web.old"
  mv "$out/web.new" "$out/web"
  rm -rf "$out/web.old"
  stamp web "$sources"
}

# Pages of the build before are open in browsers when this one is served, and load parts of it when they are needed: its
# files go along, those of the build before that no longer. Their names have hashes of what is in them.
keep_earlier_files() {
  (cd "$out/web.new" && find assets -type f | LC_ALL=C sort) >"$out/web.new/.own-files"
  [[ -f $out/web/.own-files ]] || return 0
  local file
  while read -r file; do
    [[ -e $out/web.new/$file || ! -f $out/web/$file ]] || cp -p "$out/web/$file" "$out/web.new/$file"
  done <"$out/web/.own-files"
}

# out/sbom.cdx.json: what the academy that stands there is made of, to the version.
build_sbom() {
  # Elsewhere than on Debian nobody can be asked whose a library is.
  command -v dpkg-query >/dev/null || return 0
  local materials
  materials=$(fingerprint out/bin out/web/.packages.json package-lock.json tools/packages tools/academy/sbom.mjs)
  materials+=" $(stat -c %y /var/lib/dpkg/status) ${SOURCE_DATE_EPOCH:-}"
  materials+=" $(git -C "$root" --no-optional-locks describe --always --dirty --abbrev=12 2>/dev/null || true)"
  [[ -f $out/sbom.cdx.json ]] && stamp_is sbom "$materials" && return
  ensure_node
  (cd "$root" && node tools/academy/sbom.mjs "$out/sbom.cdx.json" </dev/null) ||
    die "The bill of materials was not written. Fix: see the message above"
  stamp sbom "$materials"
}

# out/web/licenses.txt: the licences of what others made, which the edge shows at /licenses.
build_notices() {
  [[ -f $out/sbom.cdx.json ]] || return 0
  local materials
  materials=$(fingerprint out/sbom.cdx.json tools/academy/notices.mjs)
  [[ -f $out/web/licenses.txt ]] && stamp_is notices "$materials" && return
  ensure_node
  (cd "$root" && node tools/academy/notices.mjs "$out/web/licenses.txt" </dev/null) ||
    die "The licences were not written. Fix: see the message above"
  stamp notices "$materials"
}

build_lock=

# One build at a time in one checkout.
build_all() {
  mkdir -p "$out"
  local build_lock
  exec {build_lock}>"$out/.build.lock"
  flock -n "$build_lock" || {
    say "Another build is running in this checkout; waiting for it"
    flock "$build_lock"
  }
  build_binaries
  build_web
  build_sbom
  build_notices
  exec {build_lock}>&-
}

# Builds the benches' C++ programs into out/bench.
build_bench_tools() {
  run_bazel build //tests/bench/... || die "The build failed. Fix: see Bazel's message above"
  local tree tool
  tree=$(run_bazel info bazel-bin 2>/dev/null)
  mkdir -p "$out/bench"
  for tool in argon2_limit extend_course feed_load grpc_calls live_load media_load presence_load raw_writes seed_live seed_people store_reports watch_load; do install -m 755 "$tree/tests/bench/programs/$tool" "$out/bench/$tool"; done
  install -m 755 "$tree/tests/bench/monolith/monolith" "$out/bench/monolith"
}
