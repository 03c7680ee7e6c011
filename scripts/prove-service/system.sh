#!/bin/bash
# The first steps of a system that systemd runs, in namespaces of its own: this machine's root with a layer over it that
# takes whatever is written, so nothing of it stays. Arguments: a folder to work in, this program's own, a port.
set -euo pipefail
work=$1 program=$2 port=$3
root=$work/root

mount -t tmpfs tmpfs "$work"
mkdir "$work"/{root,written,work}
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/written,workdir=$work/work" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,ro,bind "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/dev" -o mode=755
mkdir "$root"/dev/{shm,pts,mqueue,hugepages}
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"

# As docs/operate/systemd.md says, with another port and a password that is known.
mkdir -p "$root/opt/slipway"
mount --bind "$program" "$root/opt/slipway"
useradd -R "$root" --system --home-dir /var/lib/slipway slipway
cp "$program/deploy/slipway.service" "$root/etc/systemd/system/"
printf 'BASE_URL=http://localhost:%s\nPORT=%s\nADMIN_PASSWORD=%s\n' "$port" "$port" "$ADMIN_PASSWORD" > "$root/etc/slipway.env"
chmod 600 "$root/etc/slipway.env"

mkdir "$work/root/before"
cd "$root"
pivot_root . before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c '
  cd / && umount -l /before && exec /lib/systemd/systemd --system --unit=slipway.service'
