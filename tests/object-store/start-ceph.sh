#!/usr/bin/env bash
# Starts Ceph with its S3 gateway in one folder, in memory: start-ceph.sh PACKAGES FOLDER PORT
# PACKAGES is the folder with the unpacked packages. Listens on 127.0.0.1: PORT is the gateway, PORT+1 and PORT+2 the
# monitor, PORT+10 to PORT+30 the object server. Each process leaves a *.pid file in FOLDER.
set -euo pipefail
packages="$(realpath "$1")" folder="$(realpath -m "$2")" port="$3"
libraries="$packages/usr/lib/$(uname -m)-linux-gnu"
export LD_LIBRARY_PATH="$libraries:$libraries/ceph:$packages/lib/$(uname -m)-linux-gnu"
export PATH="$packages/usr/bin:$PATH" PYTHONPATH="$packages/usr/lib/python3/dist-packages"
export CEPH_CONF="$folder/ceph.conf" CEPH_ARGS=

mkdir -p "$folder"/{mon,osd,run,rgw}
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = [v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
# Without authentication the gateway waits for it forever.
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
keyring = $folder/keyring
mon_cluster_log_to_file = false
ms_bind_port_min = $((port + 10))
ms_bind_port_max = $((port + 30))
run_dir = $folder/run
admin_socket = $folder/run/\$name.\$pid.asok
log_file = $folder/\$name.log
pid_file = $folder/\$name.pid
log_to_stderr = false
err_to_stderr = true
crash_dir = $folder
plugin_dir = $libraries/ceph
erasure_code_dir = $libraries/ceph/erasure-code
osd_class_dir = $libraries/rados-classes
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
osd_crush_chooseleaf_type = 0
[mon]
mon_data = $folder/mon
# A nearly full disk would end the monitor.
mon_data_avail_crit = 1
mon_data_avail_warn = 2
mon_warn_on_insecure_global_id_reclaim_allowed = false
paxos_propose_interval = 0.01
[osd]
osd_data = $folder/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_max_object_name_len = 2048
[client]
rgw_data = $folder/rgw
# Without tcp_nodelay each answer takes 45 ms.
rgw_frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
rgw_thread_pool_size = 64
rgw_crypt_require_ssl = false
rgw_enable_usage_log = false
rgw_enable_ops_log = false
rgw_run_sync_thread = false
# Deleted content would fill the memory for two hours.
rgw_gc_obj_min_wait = 2
rgw_gc_processor_period = 2
rgw_gc_processor_max_time = 2
rgw_enable_quota_threads = false
rgw_dynamic_resharding = false
rgw_bucket_default_quota_max_objects = -1
CONF

fsid="$(sed -n 's/^fsid = //p' "$CEPH_CONF")"
osd="$(cat /proc/sys/kernel/random/uuid)"
monmaptool --create --clobber --fsid "$fsid" --addv a "[v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]" \
  "$folder/monmap" >/dev/null
: >"$folder/keyring"
ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.rgw client.admin osd.0; do
  ceph-authtool "$folder/keyring" --gen-key -n "$name" --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
done
ceph-mon -i a --mkfs --monmap "$folder/monmap" --keyring "$folder/keyring"
ceph-mon -i a
ceph osd new "$osd" 0 >/dev/null
ceph-osd -i 0 --mkfs --osd-uuid "$osd" 2>>"$folder/osd.err"
ceph-osd -i 0 2>>"$folder/osd.err"
radosgw -n client.rgw
radosgw-admin user create --uid=tester --display-name=tester --access-key=tester --secret-key=testing-secret >/dev/null \
  2>"$folder/admin.err" || { cat "$folder/admin.err" >&2; exit 1; }
for _ in $(seq 300); do
  curl -sf "http://127.0.0.1:$port/" >/dev/null && exit 0
  sleep 0.1
done
echo 'the gateway does not answer' >&2
exit 1
