#!/usr/bin/env bash
# Makes an OCI archive of the academy's Debian package: Debian's smallest system, what the package needs, and a user that
# is not root. The same package, time and state of Debian's archive give the same bytes. As root:
#
# SOURCE_DATE_EPOCH=SECONDS make-image.sh PACKAGE ARCHIVE VERSION
set -Eeuo pipefail
shopt -s inherit_errexit nullglob

root=$(cd -- "${BASH_SOURCE[0]%/*}/../.." && pwd -P)
. "$root/tools/academy/common.sh"

# What is mounted on the way ends with this process, however it ends.
[[ ${ACADEMY_OWN_MOUNTS:-} ]] || ACADEMY_OWN_MOUNTS=1 exec unshare --mount --propagation private -- "$0" "$@"

readonly package=$1 archive=$2 version=$3
# The Debian that the package was made on, and for.
debian=$(. /etc/os-release && printf %s "$VERSION_CODENAME")
readonly debian
# As the Helm chart's, and of no user of a usual system.
readonly user=10001
readonly path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

work=$(mktemp -d "${archive%/*}/.image-XXXXXX")
clean_up() {
  own_buildah rm --all >/dev/null 2>&1 || true
  rm -rf --one-file-system -- "$work"
}
trap clean_up EXIT
# A storage of its own, so that nothing of an earlier one is used.
own_buildah() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }

# Where this machine's apt has Debian from.
mirror() {
  # A machine has the one file or the others.
  sed -nE 's#^(URIs:|deb) *(\[[^]]*\] *)?(https?://[^ ]*/debian/?)( .*)?$#\3#p' \
    < <(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true) | sed -n 1p
}

# in_tree WORD...: runs a program of the image, with processes of its own.
in_tree() {
  unshare --mount --pid --fork --kill-child --mount-proc="$tree/proc" -- chroot "$tree" \
    env -i PATH="$path" HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" \
    ${http_proxy:+"http_proxy=$http_proxy"} "$@" </dev/null
}

# quietly WORD...: prints what it says only if it fails.
quietly() {
  "$@" >"$work/said" 2>&1 || {
    tail -n 20 "$work/said" >&2
    die "${*:1:3} failed. Fix: see the message above"
  }
}

install_debian() {
  local from
  from=$(mirror)
  [[ $from ]] || die "/etc/apt names no server of Debian's packages. Fix: a line that names one for $debian main"
  quietly debootstrap --variant=minbase --include=ca-certificates "$debian" "$tree" "$from"
  # Its security updates are beside it on every server of Debian's.
  printf 'deb %s main\n' "${from%/} $debian" "${from%/} $debian-updates" "${from%/}-security $debian-security" \
    >"$tree/etc/apt/sources.list"
  # No service starts here, and what a crash loses is made again.
  printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
  chmod 755 "$tree/usr/sbin/policy-rc.d"
  printf 'force-unsafe-io\n' >"$tree/etc/dpkg/dpkg.cfg.d/unsafe"
}

install_academy() {
  install -m 644 -- "$package" "$tree/tmp/academy.deb"
  quietly in_tree apt-get update
  quietly in_tree apt-get upgrade -y --no-install-recommends
  quietly in_tree apt-get install -y --no-install-recommends /tmp/academy.deb
  # The number is what volumes and Kubernetes know of the user.
  in_tree usermod --uid "$user" academy
  in_tree groupmod --gid "$user" academy
  chown -R "$user:$user" "$tree/var/lib/academy" "$tree/var/backups/academy"
  chgrp "$user" "$tree"/etc/academy/{tls,secrets}
  # For the academy alone to read what is mounted there: nobody is root here.
  chmod 750 "$tree"/etc/academy/{tls,secrets}
  # Others than this machine come through the engine's network.
  sed -i 's/^bind = 127\.0\.0\.1$/bind = 0.0.0.0/' "$tree/etc/academy/academy.conf"
  grep -q '^bind = 0\.0\.0\.0$' "$tree/etc/academy/academy.conf" || die "The shipped settings have no bind. Fix: deploy/package/academy.conf"
}

# Removes what is of this day, of this machine, or of no use in an image.
clean() {
  rm -f "$tree/usr/sbin/policy-rc.d" "$tree/etc/dpkg/dpkg.cfg.d/unsafe" "$tree"/etc/{hostname,resolv.conf,apt/sources.list} \
    "$tree"/etc/{passwd,group,shadow,gshadow,subuid,subgid}- "$tree"/var/lib/dpkg/*-old "$tree"/var/cache/debconf/*-old
  find "$tree"/{tmp,run,dev,var/tmp,var/lib/apt/lists,var/cache/apt,var/cache/ldconfig,var/cache/man,var/cache/fontconfig} \
    -xdev -mindepth 1 -delete 2>/dev/null || true
  find "$tree/var/log" -type f -delete
  : >"$tree/etc/machine-id"
  # The day of a password that nobody has.
  sed -i -E "s/^([^:]*:[^:]*):[0-9]+:/\1:$((SOURCE_DATE_EPOCH / 86400)):/" "$tree/etc/shadow"
  rm -rf "$tree"/usr/share/{man,info,locale,lintian,bug}
  # The licences stay, and the academy's documents.
  find "$tree/usr/share/doc" -type f ! -name copyright ! -path "$tree/usr/share/doc/academy/*" -delete
  find "$tree/usr/share/doc" -type d -empty -delete
  find "$tree" -xdev -type f -perm /6000 -exec chmod ug-s {} +
}

container=$(own_buildah from scratch)
tree=$(own_buildah mount "$container")
install_debian
install_academy
clean
own_buildah config --user "$user:$user" --entrypoint '["/usr/bin/academyctl"]' --cmd 'run --conf /etc/academy/academy.conf' \
  --port 8080/tcp --volume /var/lib/academy --stop-signal SIGTERM --workingdir / \
  --env "PATH=$path" --env HOME=/var/lib/academy --env LANG=C.UTF-8 \
  --label org.opencontainers.image.title=academy --label "org.opencontainers.image.version=$version" "$container"
# The tree is not needed once more.
own_buildah commit --quiet --format oci --timestamp "$SOURCE_DATE_EPOCH" --identity-label=false --disable-compression=false --rm \
  "$container" "oci:$work/layout:$version" >/dev/null
tar -C "$work/layout" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=a=rX,u+w \
  -cf "$work/archive" blobs index.json oci-layout
mv -f -- "$work/archive" "$archive"
say "Made $archive: $(stat -c %s "$archive") bytes, image $(sed -nE 's/.*"digest":"(sha256:[0-9a-f]+)".*/\1/p' "$work/layout/index.json")"
