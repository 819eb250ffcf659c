# The checks of ./academy test lint; each counts as one case in the totals.

lint_passed=0 lint_failed=0

# check NAME COMMAND...: prints the command's output only if it fails.
check() {
  local name=$1
  shift
  if (cd "$root" && trap - ERR && "$@") >"$results/check" 2>&1 </dev/null; then
    lint_passed=$((lint_passed + 1))
    printf '  ok      %s\n' "$name"
  else
    lint_failed=$((lint_failed + 1))
    printf '  FAILED  %s\n' "$name"
    sed 's/^/          /' "$results/check"
    failures+="  failed  lint $name"$'\n'"$(head -n 12 "$results/check" | sed 's/^/          /')"$'\n'
  fi
}

cpp_files() {
  find edge services tests/bench tests/cluster tests/prove -name node_modules -prune -o -type f \( -name '*.cc' -o -name '*.h' \) -print |
    LC_ALL=C sort
}
build_files() {
  find . \( -name node_modules -o -path ./out -o -path ./data \) -prune -o -type f \( -name BUILD -o -name WORKSPACE -o -name '*.bzl' \) -print
}
shell_files() { printf '%s\n' academy .ci/run tools/academy/*.sh tests/deploy/host/{init.sh,systemctl} tests/image/contain.sh deploy/package/{academyctl,preinst,postinst,prerm,postrm}; }

check_format() { cpp_files | xargs clang-format --dry-run -Werror; }
check_build_files() { build_files | xargs node_modules/.bin/buildifier -mode=check -lint=off; }
# The exclusions: the files are sourced into one script with set -e, so one file uses another's variables, and a failed
# cd ends it.
check_shell() { shell_files | xargs shellcheck --shell=bash --severity=warning --exclude=SC1007,SC1090,SC2034,SC2154,SC2164; }
check_prettier() { node_modules/.bin/prettier --config tests/.prettierrc.json --check 'tests/**/*.{ts,mjs,json}' 'tools/**/*.mjs'; }

# Checks that the web app's REST types match the protos and the route table. Fix: npm run api:types -w webapp
check_api_types() {
  run_bazel build //edge:edge || return 1
  ACADEMY_EDGE_BINARY=$(run_bazel info bazel-bin 2>/dev/null)/edge/edge npm run --silent api:types -w webapp -- --check
}

# read_by_clang locks|tidy: runs clang over the build's sources; a file that passed is skipped until it or a project
# header changes.
read_by_clang() {
  # The generated headers must exist.
  run_bazel build //edge/... //services/... || return 1
  run_bazel aquery --output=jsonproto 'mnemonic("CppCompile", //edge/... + //services/...)' >"$results/aquery.json" || return 1
  local tree
  tree=$(run_bazel info execution_root 2>/dev/null)
  node tools/academy/clang.mjs "$1" "$results/aquery.json" "$tree" "$cache/clang"
}

run_lint() {
  check clang-format check_format
  check buildifier check_build_files
  check shellcheck check_shell
  check prettier check_prettier
  check eslint-knip npm run --silent lint -w webapp
  check tsc-webapp npm run --silent typecheck -w webapp
  check tsc-tests npm run --silent typecheck -w tests
  check messages npm run --silent i18n:check -w webapp
  check api-types check_api_types
  check thread-safety read_by_clang locks
}

# A separate part, because it takes a quarter of an hour on two cores.
run_tidy() { check clang-tidy read_by_clang tidy; }
