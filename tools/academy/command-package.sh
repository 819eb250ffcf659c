# package: makes a Debian package of this commit for the Debian that it runs on, the same bytes whenever and wherever it is
# made with the same compiler and libraries. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"

# Processes and the programs that they or academyctl start.
readonly package_programs=("${processes[@]}" backup)
# What academyctl runs of tools/academy.
readonly package_scripts=(backup certificates command-audit command-backup command-doctor command-keys command-migrate
  command-reset-factors command-restore command-roll command-run command-status command-upgrade command-version common
  conf doctor-academy doctor-machine doctor-network notify readiness roll supervise upgrade-note watch)
# What the scripts start, and what else is used at run time, beyond the essential packages and the linked libraries:
# the certificates and time zones of the world, and the user.
readonly package_needs=(adduser ca-certificates ffmpeg openssl tzdata)

# Where the files come together; removed at the end.
folder=

command_package() {
  local version= to=$out image=
  local -A flag_names=([version]=version [to]=to) switch_names=([image]=image)
  parse_flags "$@"
  version=${version:-$(academy_version)$(debian_suffix)}
  [[ $version =~ ^[0-9]+(\.[0-9]+)*([+~.-]?[a-z0-9]+)*$ ]] || die "$version is no version. Fix: one such as 1.0.0"
  ensure_packages build run package ${image:+image}
  # Only what is committed can be made again.
  [[ -z $(git -C "$root" status --porcelain) ]] ||
    die "The checkout has changes that are not committed. Fix: git status shows them; commit or remove them"
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
  build_all
  local architecture file
  architecture=$(dpkg --print-architecture)
  file=academy_${version}_$architecture.deb
  mkdir -p "$to"
  folder=$(mktemp -d "$out/.package-XXXXXX")
  trap 'rm -rf -- "$folder"' EXIT
  (umask 022 && package_tree "$folder/tree" && package_control "$folder")
  # One thread, because the bytes of several depend on how many there are.
  dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$folder/tree" "$folder/$file" >/dev/null ||
    die "dpkg-deb made no package. Fix: see the message above"
  mv -f "$folder/$file" "$to/$file"
  say "Made $to/$file: $(stat -c %s "$to/$file") bytes, SHA-256 $(sha256sum <"$to/$file" | cut -d' ' -f1)"
  say "Install it: apt install $(realpath -- "$to/$file")"
  [[ -z $image ]] || package_image "$(realpath -- "$to/$file")" "${version%+deb*}"
}

# package_image FILE VERSION: an image of the package, beside it.
package_image() {
  local archive=${1%/*}/academy_${2}_$architecture.oci.tar
  as_root env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" TMPDIR="${TMPDIR:-/tmp}" ${http_proxy:+"http_proxy=$http_proxy"} \
    "$root/tools/academy/make-image.sh" "$1" "$archive" "$2"
  say "Load it: podman load -i $archive, or docker load"
}

# +deb12: each Debian needs a package of its own libraries, and a Debian that is upgraded takes the next one's.
debian_suffix() { sed -n 's/^VERSION_ID="\?\([0-9]*\).*/+deb\1/p' /etc/os-release; }

# Since Debian 13 packages have nothing in /lib; the tools of Debian 12 look for units there only.
unit_folder() { if [[ $(debian_suffix) == +deb12 ]]; then echo lib/systemd/system; else echo usr/lib/systemd/system; fi; }

# put FILE TREE PATH [MODE]
put() { install -D -m "${4:-644}" -- "$1" "$2/$3"; }

# package_tree TREE: the files, where Debian has such.
package_tree() {
  local tree=$1 name
  for name in "${package_programs[@]}"; do
    put "$out/bin/$name" "$tree" "usr/lib/academy/bin/$name" 755
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$tree/usr/lib/academy/bin/$name"
  done
  for name in "${package_scripts[@]}"; do put "$root/tools/academy/$name.sh" "$tree" "usr/lib/academy/tools/academy/$name.sh"; done
  chmod 755 "$tree/usr/lib/academy/tools/academy/watch.sh"
  put "$root/deploy/package/academyctl" "$tree" usr/lib/academy/academyctl 755
  mkdir -p "$tree/usr/bin"
  ln -s ../lib/academy/academyctl "$tree/usr/bin/academyctl"

  printf '%s\n' "${version%+deb*}" >"$folder/VERSION"
  put "$folder/VERSION" "$tree" usr/share/academy/VERSION
  # Without the files of earlier builds, which this checkout happens to have.
  while read -r name; do put "$out/web/$name" "$tree" "usr/share/academy/web/$name"; done < <(
    cd "$out/web"
    find . -path ./assets -prune -o -type f ! -name '.own-files*' ! -name '.packages.json*' -printf '%P\n'
    cat .own-files
  )
  mkdir -p "$tree/usr/share/academy/site"
  cp -R "$root"/site/{README.md,site.json,ar,en,photos} "$tree/usr/share/academy/site"

  put "$root/deploy/package/academy.conf" "$tree" etc/academy/academy.conf
  mkdir -p "$tree"/etc/academy/{secrets,tls}
  put "$root/deploy/package/academy.service" "$tree" "$(unit_folder)/academy.service"
  sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" \
    "$root/deploy/package/academyctl.8" >"$folder/academyctl.8"
  put "$folder/academyctl.8" "$tree" usr/share/man/man8/academyctl.8
  package_documents "$tree" usr/share/doc/academy
  gzip -9n "$tree/usr/share/man/man8/academyctl.8"
  # Permissions of the checkout are no property of the package.
  find "$tree" -type d -exec chmod 755 {} +
  find "$tree" -type f -perm /111 -exec chmod 755 {} +
  find "$tree" -type f ! -perm /111 -exec chmod 644 {} +
  chmod 700 "$tree/etc/academy/secrets"
}

# package_documents TREE FOLDER
package_documents() {
  local name
  put "$root/deploy/package/copyright" "$1" "$2/copyright"
  put "$root/deploy/package/lintian-overrides" "$1" usr/share/lintian/overrides/academy
  # Not in `copyright`, which for licences that Debian has must name its files instead.
  put "$out/web/licenses.txt" "$1" "$2/third-party-notices.txt"
  for name in install operations backup keys abuse; do put "$root/docs/$name.md" "$1" "$2/$name.md"; done
  for name in nginx.conf haproxy.cfg; do put "$root/deploy/$name" "$1" "$2/examples/$name"; done
  put "$root/CHANGELOG.md" "$1" "$2/NEWS.md"
  printf 'academy (%s) unstable; urgency=medium\n\n  * See NEWS.md.\n\n -- %s  %s\n' "$version" "$(maintainer)" \
    "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$folder/changelog"
  put "$folder/changelog" "$1" "$2/changelog"
  gzip -9n "$1/$2"/{changelog,NEWS.md,operations.md,third-party-notices.txt}
}

# Who has made the commit.
maintainer() { git -C "$root" log -1 --format='%an <%ae>'; }

# package_control FOLDER: what dpkg needs to know of FOLDER/tree.
package_control() {
  local tree=$1/tree control=$1/tree/DEBIAN programs=() name needs libraries
  mkdir -p "$control" "$1/debian"
  for name in "${package_programs[@]}"; do programs+=("tree/usr/lib/academy/bin/$name"); done
  # It wants to be where a source package is built.
  printf 'Source: academy\n\nPackage: academy\nArchitecture: any\n' >"$1/debian/control"
  libraries=$(cd "$1" && dpkg-shlibdeps -O --warnings=1 "${programs[@]}") || die "The libraries' packages were not found. Fix: see the message above"
  libraries=${libraries#shlibs:Depends=}
  printf -v needs ', %s' "${package_needs[@]}"
  {
    printf 'Package: academy\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' "$version" "$architecture" "$(maintainer)"
    printf 'Installed-Size: %s\nDepends: %s\n' "$(installed_size "$tree")" "$libraries$needs"
    printf 'Section: web\nPriority: optional\nDescription: '
    cat "$root/deploy/package/description"
  } >"$control/control"
  printf '/etc/academy/academy.conf\n' >"$control/conffiles"
  for name in preinst postinst prerm postrm; do install -m 755 "$root/deploy/package/$name" "$control/$name"; done
  (cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\n' | sort | xargs -d '\n' md5sum) >"$control/md5sums"
  chmod 644 "$control"/{control,conffiles,md5sums}
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# installed_size TREE: KiB, counted as Debian's policy says, so that no file system matters.
installed_size() {
  find "$1" -path "$1/DEBIAN" -prune -o -printf '%y %s\n' | {
    local kind bytes sum=0
    while read -r kind bytes; do
      if [[ $kind == f || $kind == l ]]; then sum=$((sum + (bytes + 1023) / 1024)); else sum=$((sum + 1)); fi
    done
    printf '%s' "$sum"
  }
}
