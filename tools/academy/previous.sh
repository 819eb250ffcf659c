# Builds the last release beside this tree. Sourced by command-test.sh.

# build_previous COMMIT VARIABLE: builds a commit in the cache, with the compiled files that all checkouts share, and
# sets the variable to the folder of its bin and web.
build_previous() {
  local commit home
  commit=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}") ||
    die "There is no commit $1. Fix: git fetch it, or name another with --from"
  home=$cache/releases/$commit
  if [[ ! -d $home ]]; then
    mkdir -p "$cache/releases"
    rm -rf "$home.new"
    git clone --quiet --no-checkout "$root" "$home.new"
    git -C "$home.new" checkout --quiet --detach "$commit"
    mv "$home.new" "$home"
  fi
  say "Building the release $1"
  # Its own scripts build it; its Bazel ends with it.
  bash -Eeuo pipefail -c '
      root=$1
      cd "$root"
      for part in common packages node build; do . "$root/tools/academy/$part.sh"; done
      build_all
      bazel shutdown' build "$home" </dev/null ||
    die "The release $1 was not built. Fix: see the message above"
  printf -v "$2" '%s' "$home/out"
}
