# Node.js and the npm packages of the root's package-lock.json.

# Vite 8 needs this. Debian 13's own Node is 20.19; Debian 12's is 18.
readonly node_major=20 node_minor=19
readonly node_folder=$cache/node

node_is_new_enough() {
  local version
  command -v node >/dev/null && command -v npm >/dev/null || return 1
  version=$(node --version) || return 1
  [[ $version =~ ^v([0-9]+)\.([0-9]+) ]] || return 1
  ((BASH_REMATCH[1] > node_major || (BASH_REMATCH[1] == node_major && BASH_REMATCH[2] >= node_minor)))
}

use_own_node() { PATH=$node_folder/node_modules/.bin:$node_folder/node_modules/node-linux-${1}/bin:$PATH; }

# Puts a Node that is new enough first in PATH: the machine's, otherwise our own, installed from npm's registry.
ensure_node() {
  node_is_new_enough && return
  local arch
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) die "Node.js $node_major.$node_minor or newer is missing. Fix: install it so that 'node' and 'npm' are in PATH" ;;
  esac
  use_own_node "$arch"
  node_is_new_enough && return
  if ! command -v npm >/dev/null; then
    install_debian npm
    # Debian 13's is.
    node_is_new_enough && return
  fi
  say "Installing Node.js 22 into $node_folder"
  mkdir -p "$node_folder"
  npm install --prefix "$node_folder" --no-audit --no-fund --no-save "node-linux-$arch@22" npm@11 ||
    die "Node.js could not be installed. Fix: install Node.js 22 so that 'node' and 'npm' are in PATH"
  hash -r
  node_is_new_enough || die "The installed Node.js does not run. Fix: remove $node_folder, install Node.js 22"
}

# Installs the packages of package-lock.json if they have changed since the last time.
ensure_npm_packages() {
  ensure_node
  local lock
  lock=$(cat "$root/package-lock.json" "$root/package.json" "$root/webapp/package.json" "$root/tests/package.json" |
    sha256sum)
  [[ -d $root/node_modules ]] && stamp_is npm "$lock" && return
  if ! (cd "$root" && node tools/academy/npm-installed.mjs); then
    say "Installing npm packages"
    (cd "$root" && npm ci --no-audit --no-fund --loglevel=error </dev/null) ||
      die "npm ci failed. Fix: see npm's message above; 'rm -rf node_modules' and a network to npm's registry help most"
  fi
  stamp npm "$lock"
}
