# test: runs the named parts and ends with one line of totals. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"
. "$root/tools/academy/postgresql.sh"
. "$root/tools/academy/lint.sh"
. "$root/tools/academy/previous.sh"

readonly default_parts=(unit web integration postgresql release e2e browsers prove guard lint)
# The integration tests that run most of the SQL for their time.
readonly postgresql_files=(accounts/accounts- accounts/csv-import courses/assignments courses/courses courses/progress
  courses/revisions authorization/repeating-rows operations/audit operations/bin operations/lost-database
  operations/repeating sign-in/reset-factors sign-in/two-factor sign-in/unlock)
readonly all_parts=("${default_parts[@]}" tidy sanitize cluster upgrade deploy helm package image)

# The journey in other browsers that is among the default parts.
readonly browsers_files=(browsers/learner)

total_passed=0 total_failed=0 failures=

command_test() {
  local parts=() browsers=() part engine=sqlite from= debian=
  local -A flag_names=([engine]=engine [from]=from [debian]=debian) switch_names=()
  while (($#)) && [[ $1 != --* ]]; do parts+=("$1") && shift; done
  parse_flags "$@"
  [[ $engine =~ ^(sqlite|postgresql)$ ]] || die "--engine $engine is unknown. Fix: sqlite or postgresql"
  [[ $engine == sqlite || ${parts[*]} == integration ]] ||
    die "--engine is for the integration tests. Fix: ./academy test integration --engine postgresql"
  [[ -z $from || ${parts[*]} == upgrade ]] ||
    die "--from is for the upgrade. Fix: ./academy test upgrade --from COMMIT"
  [[ -z $debian || ${parts[*]} == package ]] ||
    die "--debian is for the package. Fix: ./academy test package --debian 13"
  debian=${debian:-12,13}
  [[ $debian =~ ^1[23](,1[23])*$ ]] || die "--debian $debian is unknown. Fix: 12, 13 or both: 12,13"
  if ((${#parts[@]} == 0)); then
    parts=("${default_parts[@]}")
    browsers=("${browsers_files[@]}")
  fi
  for part in "${parts[@]}"; do
    [[ " ${all_parts[*]} " == *" $part "* ]] || die "There is no part '$part'. Fix: ./academy test [${all_parts[*]}]"
  done
  results=$(mktemp -d "${TMPDIR:-/tmp}/academy-test-XXXXXX")
  trap 'stop_postgresql; rm -rf "$results"' EXIT
  trap 'exit 130' INT TERM
  ensure_packages build run test
  ensure_npm_packages
  for part in "${parts[@]}"; do
    say "test $part"
    "part_$part"
  done
  # Last, so that the end of a long log tells what to look for.
  printf '%s' "$failures"
  printf '%d passed, %d failed\n' "$total_passed" "$total_failed"
  ((total_failed == 0)) || exit 1
}

# count PART PASSED FAILED: adds to the totals and prints the part's counts.
count() {
  total_passed=$((total_passed + $2)) total_failed=$((total_failed + $3))
  say "$1: $2 passed, $3 failed"
}

# count_report PART KIND REPORT STATUS: counts what a test tool reported, and keeps what failed for the end.
count_report() {
  local totals
  totals=$(node "$root/tools/academy/totals.mjs" "$2" "$3" "$4")
  # shellcheck disable=SC2086 # two numbers
  count "$1" ${totals%%$'\n'*}
  [[ $totals != *$'\n'* ]] || failures+="${totals#*$'\n'}"$'\n'
}

# bazel_part NAME [OPTION...]: counts test cases, not targets; a target that does not build counts as a failure.
bazel_part() {
  local name=$1 status=0
  shift
  run_bazel test --keep_going --show_progress --build_event_json_file="$results/$name.bep" "$@" //... || status=$?
  # 4: everything was built, and there are no tests.
  ((status != 4)) || status=0
  count_report "$name" bazel "$results/$name.bep" "$status"
}

# vitest_part NAME FOLDER [OPTION...]
vitest_part() {
  local name=$1 folder=$2 status=0
  shift 2
  (cd "$root/$folder" && npx --no-install vitest run --reporter=default --reporter=json \
    --outputFile.json="$results/$name.json" "$@" </dev/null) || status=$?
  count_report "$name" vitest "$results/$name.json" "$status"
}

part_unit() {
  start_postgresql
  bazel_part unit
  stop_postgresql
}

part_sanitize() {
  start_postgresql
  bazel_part asan --config=asan
  bazel_part tsan --config=tsan
  stop_postgresql
}

part_web() { vitest_part web webapp; }

part_integration() {
  build_all
  if [[ $engine == postgresql ]]; then
    vitest_part integration tests --project integration-postgresql
  else
    vitest_part integration tests --project integration
  fi
}

part_postgresql() {
  build_all
  vitest_part postgresql tests --project integration-postgresql "${postgresql_files[@]}"
}

# What the last release had, which programs of it that still run need.
part_release() {
  build_all
  vitest_part release tests --project release
}

# The last release, this tree and the last release again, one process after another, under load.
part_upgrade() {
  local previous
  build_all
  build_previous "${from:-$(<"$root/tools/release/previous")}" previous
  ACADEMY_PREVIOUS=$previous vitest_part upgrade tests --project upgrade
}

part_e2e() {
  build_all
  vitest_part e2e tests --project e2e
}

# In Firefox and Safari's engine.
part_browsers() {
  ensure_packages browsers
  build_all
  vitest_part browsers tests --project browsers "${browsers[@]}"
}

# Each fault counts as one case, and so does each sabotage, which must be noticed.
part_prove() {
  build_all
  local report=$results/prove totals sabotage status passed=0 failed=0
  # The report says what failed.
  node "$root/tests/prove/main.mjs" --minutes 2 --report "$report" </dev/null || true
  [[ -s $report ]] || printf '0 1\n  failed  prove could not run\n' >"$report"
  totals=$(<"$report")
  [[ $totals != *$'\n'* ]] || failures+="${totals#*$'\n'}"$'\n'
  for sabotage in synchronous=OFF skip-fsync ack-early; do
    status=0
    # Its folder goes with the results.
    TMPDIR=$results node "$root/tests/prove/main.mjs" --minutes 1 --sabotage "$sabotage" </dev/null >"$results/sabotage" || status=$?
    if ((status == 1)); then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      cat "$results/sabotage"
      failures+="  failed  prove --sabotage $sabotage ended with $status, not with 1"$'\n'
    fi
  done
  read -r -a totals <<<"${totals%%$'\n'*}"
  count prove $((totals[0] + passed)) $((totals[1] + failed))
}

# As prove's cases. Every fault happens once, however short the time. Namespaces need root.
part_cluster() {
  ensure_packages cluster
  build_all
  local report=$results/cluster totals sabotage status passed=0 failed=0 node
  node=$(command -v node)
  # The report says what failed.
  as_root "$node" "$root/tests/cluster/main.mjs" --minutes 1 --report "$report" </dev/null || true
  [[ -s $report ]] || printf '0 1\n  failed  the cluster could not run\n' >"$report"
  totals=$(<"$report")
  [[ $totals != *$'\n'* ]] || failures+="${totals#*$'\n'}"$'\n'
  for sabotage in asynchronous twice unwatched skipped; do
    status=0
    # Its folder goes with the results.
    as_root env TMPDIR="$results" "$node" "$root/tests/cluster/main.mjs" --minutes 2 --sabotage "$sabotage" </dev/null \
      >"$results/sabotage" || status=$?
    if ((status == 1)); then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      cat "$results/sabotage"
      failures+="  failed  cluster --sabotage $sabotage ended with $status, not with 1"$'\n'
    fi
  done
  read -r -a totals <<<"${totals%%$'\n'*}"
  count cluster $((totals[0] + passed)) $((totals[1] + failed))
}

# docs/cluster.md, step by step, on three empty hosts. Each step counts as one case. Namespaces need root.
part_deploy() {
  ensure_packages deploy
  build_all
  as_root "$(command -v node)" "$root/tests/deploy/main.mjs" --report "$results/deploy" </dev/null || true
  count_lines deploy "$results/deploy" 'the hosts could not be made'
}

# The package, for each Debian: made twice on an empty one, looked at by lintian, installed on another and used. Namespaces
# need root. What is compiled is kept; compilers with other headers do not share it.
part_package() {
  ensure_packages package-test
  local release
  for release in ${debian//,/ }; do
    as_root "$(command -v node)" "$root/tests/package/main.mjs" --debian "$release" --compiled "$cache/bazel" \
      --report "$results/package-$release" </dev/null || true
    count_lines "package on Debian $release" "$results/package-$release" 'the machines could not be made'
  done
}

# The image of the package: made twice, looked at and run. Namespaces need root.
part_image() {
  ensure_packages package image package-test
  local here=$results/here file
  "$root/academy" package --image --to "$here"
  file=$(echo "$here"/*.oci.tar)
  mv -- "$file" "$results/first.oci.tar"
  "$root/academy" package --image --to "$here"
  as_root "$(command -v node)" "$root/tests/image/main.mjs" --image "$file" --again "$results/first.oci.tar" \
    --report "$results/image" </dev/null || true
  count_lines image "$results/image" 'the image could not be unpacked'
}

# The Helm chart, rendered and checked.
part_helm() {
  ensure_packages helm
  build_all
  node "$root/tests/helm/main.mjs" --report "$results/helm" </dev/null || true
  count_lines helm "$results/helm" 'the chart could not be rendered'
}

# count_lines PART REPORT WHY: counts by a report whose first line has two numbers and whose others say what failed; WHY
# there is none.
count_lines() {
  [[ -s $2 ]] || printf '0 1\n  failed  %s\n' "$3" >"$2"
  local totals
  totals=$(<"$2")
  [[ $totals != *$'\n'* ]] || failures+="${totals#*$'\n'}"$'\n'
  read -r -a totals <<<"${totals%%$'\n'*}"
  count "$1" "${totals[@]}"
}

# Each call counts as one case, and so does the work that is added to one, which must be noticed.
part_guard() {
  build_all
  build_bench_tools
  local report=$results/guard totals
  # The report says what failed.
  node "$root/tests/bench/guard.mjs" --report "$report" </dev/null || true
  [[ -s $report ]] || printf '0 1\n  failed  guard could not count\n' >"$report"
  totals=$(<"$report")
  [[ $totals != *$'\n'* ]] || failures+="${totals#*$'\n'}"$'\n'
  read -r -a totals <<<"${totals%%$'\n'*}"
  count guard "${totals[@]}"
}

part_lint() {
  lint_passed=0 lint_failed=0
  run_lint
  count lint "$lint_passed" "$lint_failed"
}

part_tidy() {
  lint_passed=0 lint_failed=0
  run_tidy
  count tidy "$lint_passed" "$lint_failed"
}
