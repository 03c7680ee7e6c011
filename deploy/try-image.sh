#!/usr/bin/env bash
# deploy/try-image.sh IMAGE [ENGINE]: starts it as any account, read-only and without rights, and stops it.
set -euo pipefail
image=$1 engine=${2:-docker} name=slipway-try-$$
data=$(mktemp -d) && chmod 777 "$data"
trap '$engine rm -f $name >/dev/null; rm -rf "$data" 2>/dev/null || true' EXIT
$engine run -d --name $name --user 4242:4242 --read-only --tmpfs /tmp --cap-drop ALL \
  --security-opt no-new-privileges -v "$data:/data" "$image" >/dev/null
for _ in $(seq 90); do
  $engine exec $name node scripts/healthcheck.mjs && break || sleep 1
done
$engine exec $name node scripts/healthcheck.mjs || { $engine logs $name; exit 1; }
$engine exec $name node scripts/doctor.mjs || true
began=$SECONDS
$engine stop --time 10 $name >/dev/null
test $((SECONDS - began)) -lt 10
test "$($engine inspect --format '{{.State.ExitCode}}' $name)" = 0
echo "$image starts as uid 4242, read-only, and stops in $((SECONDS - began)) s"
