import { basename } from 'node:path'

/** Settings of a small server: the site and its database within 260 MB, and every answered write on the disk. */
export const postmasterFlags = (socketFolder: string, durable: boolean) => {
  const settings = { ...reach(socketFolder), ...MEMORY, ...WRITING, ...LOGGING, ...(durable ? {} : NOT_DURABLE) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const reach = (socketFolder: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  port: 5432,
  max_connections: 40,
  // Stands in the title of each process, by which those of a killed postmaster are found.
  cluster_name: basename(socketFolder),
})

const MEMORY = {
  shared_buffers: '64MB',
  huge_pages: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  autovacuum_max_workers: 2,
  // Short indexed statements gain nothing from threads of their own, and each is a process more.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
}

const WRITING = {
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // No replicas of the embedded server: a site that needs them has its own PostgreSQL.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  // Bounds what is read again after a crash.
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

// Statements and details hold names and addresses: they stay out of the log.
const LOGGING = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 100,
}
