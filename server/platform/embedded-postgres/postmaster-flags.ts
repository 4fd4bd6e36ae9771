import { basename } from 'node:path'

/** Settings of a small server that needs little memory and flushes each commit to disk. */
export const postmasterFlags = (socketFolder: string, durable: boolean) => {
  const settings = { ...connections(socketFolder), ...MEMORY, ...WRITING, ...LOGGING, ...(durable ? {} : NOT_DURABLE) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const connections = (socketFolder: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  port: 5432,
  max_connections: 40,
  // Part of each process title: identifies the orphans of a killed postmaster.
  cluster_name: basename(socketFolder),
})

const MEMORY = {
  shared_buffers: '64MB',
  huge_pages: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  autovacuum_max_workers: 2,
  // Short indexed statements gain nothing from I/O workers, and each is one more process.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
}

const WRITING = {
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // The embedded server has no replicas.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  // Limits crash recovery.
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

// Statements and error details can contain names and mail addresses, so they are not logged.
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
  // Two files of tests may have many sites open.
  max_connections: 200,
}
