# release: records what this tree's protos, REST calls and tables are, against which every later one is checked. Sourced
# by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"

command_release() {
  local -A flag_names=() switch_names=()
  parse_flags "$@"
  [[ -z $(git -C "$root" status --porcelain -- "${binary_sources[@]}" "${web_sources[@]}") ]] ||
    die "There are changes that no commit has. Fix: commit what is to be released"
  ensure_packages build run test
  ensure_npm_packages
  build_all
  (cd "$root/tests" && ACADEMY_RELEASE=1 npx --no-install vitest run --project release </dev/null) ||
    die "The release was not recorded. Fix: see the message above"
  printf '# What breaks the last release and is meant to: see docs/changes.md.\n' >"$root/tools/release/breaks.txt"
  git -C "$root" rev-parse HEAD >"$root/tools/release/previous"
  say "recorded in tools/release; commit it"
}
