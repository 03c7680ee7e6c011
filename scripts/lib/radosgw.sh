#!/bin/bash
# A throw-away Ceph of memory-only OSDs with its S3 gateway, all on 127.0.0.1: about 20 seconds with one of them.
# Needs D (a folder for everything), PORT (the gateway's), MON and MON1 (two free ports). OSDS says how many; each keeps
# everything, and two of three are enough.
set -e
OSDS=${OSDS:-1}
mkdir -p "$D/mon.a" "$D/mgr.x" "$D/log" "$D/rgw"
C=$D/ceph.conf
FSID=$(cat /proc/sys/kernel/random/uuid)
MONS="[v2:127.0.0.1:$MON,v1:127.0.0.1:$MON1]"
# What is not obvious: the gateway's default ms_mon_client_mode never gets in without authentication; a replica of
# one needs chooseleaf_type 0; a machine's full disk must not stop a cluster that keeps everything in memory.
cat > "$C" <<EOF
[global]
fsid = $FSID
mon_host = $MONS
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_allow_insecure_global_id_reclaim = true
mon_warn_on_insecure_global_id_reclaim_allowed = false
osd_crush_chooseleaf_type = 0
osd_pool_default_size = $OSDS
osd_pool_default_min_size = $(((OSDS + 1) / 2))
osd_pool_default_pg_num = 16
osd_pool_default_pgp_num = 16
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
mon_data_avail_crit = 2
mon_data_avail_warn = 3
run_dir = $D
admin_socket = $D/\$name.asok
pid_file = $D/\$name.pid
log_file = $D/log/\$name.log
crash_dir = $D/crash
osd_crush_update_on_start = true
mon_data = $D/mon.\$id
mgr_data = $D/mgr.\$id
osd_data = $D/osd.\$id
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_max_object_name_len = 256
osd_max_object_namespace_len = 64
osd_class_load_list = *
osd_class_default_list = *
ms_bind_ipv6 = false
debug_ms = 0
[mon.a]
host = localhost
[client.rgw.a]
rgw_data = $D/rgw
rgw_frontends = beast endpoint=127.0.0.1:$PORT
rgw_enable_ops_log = false
rgw_dns_name = localhost
ms_mon_client_mode = crc
EOF
as_root="--setuser root --setgroup root"
monmaptool --create --clobber --fsid "$FSID" --addv a "$MONS" "$D/monmap"
ceph-mon --mkfs -i a --monmap "$D/monmap" -c "$C" $as_root
ceph-mon -i a -c "$C" $as_root
ceph-mgr -i x -c "$C" $as_root
for n in $(seq 0 $((OSDS - 1))); do
  mkdir "$D/osd.$n"
  OSD=$(cat /proc/sys/kernel/random/uuid)
  ceph -c "$C" osd new "$OSD" "$n"
  ceph-osd -i "$n" -c "$C" --mkfs --osd-uuid "$OSD" $as_root
  ceph-osd -i "$n" -c "$C" $as_root
done
for _ in $(seq 60); do ceph -c "$C" osd stat | grep -q "$OSDS up" && break; sleep 0.5; done
radosgw -c "$C" -n client.rgw.a $as_root
for _ in $(seq 120); do (: > "/dev/tcp/127.0.0.1/$PORT") 2> /dev/null && break; sleep 0.5; done
radosgw-admin -c "$C" -n client.rgw.a user create --uid=test --display-name=test --max-buckets=100000 \
  --access-key=test-key --secret-key=test-secret
