#!/usr/bin/env bash
# What a container engine does for `podman run --read-only --cap-drop all --security-opt no-new-privileges`: the image's
# files, which nobody can change, volumes, a /tmp, a /dev and a /proc, and the image's user without any privilege. In
# mount and process namespaces of its own: contain.sh ROOT VOLUMES USER WORD...
set -euo pipefail

root=$1 volumes=$2 user=$3
shift 3

mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro,nosuid,nodev "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o nosuid,mode=755 tmpfs "$root/dev"
for name in null zero full random urandom; do
  : >"$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "$root/dev/${number#*:}"; done
mkdir -m 1777 "$root/dev/shm"
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$root/tmp"
mount --bind "$volumes/data" "$root/var/lib/academy"
mount --bind "$volumes/backups" "$root/var/backups/academy"
mount --bind "$volumes/secrets" "$root/etc/academy/secrets"
mount --bind "$volumes/hosts" "$root/etc/hosts"
[[ ! -e $volumes/academy.conf ]] || mount --bind "$volumes/academy.conf" "$root/etc/academy/academy.conf"

exec chroot "$root" setpriv "--reuid=$user" "--regid=$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- \
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/var/lib/academy LANG=C.UTF-8 "$@"
