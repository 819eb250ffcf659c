#!/bin/bash
# The first process of a host: makes the folder $1 its root, starts the service manager, and collects what others leave
# behind. It runs in namespaces of its own. The test lends it its programs, Node.js, and a disk for `/srv/wal`.
set -euo pipefail
root=$1 lent=$2 node=$3 wal=$4 name=$5
hostname "$name"
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
  IFS=: read -r file major minor <<<"$device"
  mknod -m 666 "$root/dev/$file" c "$major" "$minor"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mkdir -p "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
# By this folder Debian's packages know that systemd runs here.
mkdir -p "$root/run/lock" "$root/run/systemd/system" "$root/run/test" "$root/run/before"
mount --bind "$lent" "$root/run/test"
touch "$root/run/node"
mount --bind "$node" "$root/run/node"
# A disk of another machine.
mount --bind "$wal" "$root/srv/wal"
cd "$root"
pivot_root . run/before
umount -l /run/before
rmdir /run/before
ln -sf /run/test/systemctl /usr/bin/systemctl
# The test plugs the network in.
until [[ $(cat /sys/class/net/eth0/operstate 2>/dev/null) == up ]]; do read -rt 0.05 <> <(:) || true; done
/run/node /run/test/manager.mjs </dev/null &
# Until the run ends this host, or somebody kills this process.
while :; do wait -n || sleep 1; done
