#!/usr/bin/env bash
# The life of the .deb in out/packages in a minimal Debian 12 of its own: installed with what it depends on, run, removed. As root. usage: clean_root.sh [MIRROR]
set -euo pipefail
cd "$(dirname "$0")/../.."
mirror=${1:-http://deb.debian.org/debian}
work=$(mktemp -d)
system=$work/system
trap 'umount "$system/proc" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
mmdebstrap --variant=minbase --quiet bookworm "$system" "$mirror"
mount -t proc proc "$system/proc"  # by which programs find the libraries beside them
cp -r specs/list out/packages/aunit_*.deb "$system/root"
cp /etc/resolv.conf "$system/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$system/etc/apt/apt.conf.d"; done
chroot "$system" /bin/bash -euo pipefail <<'END'
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive
cd /root
apt-get -qq update
before=$(dpkg --get-selections | grep -c .)
apt-get -qq install -y --no-install-recommends ./aunit_*.deb
aunit --version
aunit run list --html report && grep -rlq '<g class="box' report
aunit exec list/list.als --solver cryptominisat
apt-get -qq purge -y --autoremove aunit
[ ! -e /usr/bin/aunit ]
[ -z "$(find /usr /etc /var -name '*aunit*' -not -path '/var/lib/apt/*' -not -path '/var/log/*')" ]
[ "$(dpkg --get-selections | grep -c .)" -le "$before" ] || { echo "packages stay behind"; exit 1; }
END
echo "installed, run and removed in a clean system"
