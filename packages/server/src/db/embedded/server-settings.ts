import { isSocket, type Endpoint } from './endpoint.ts'

/** The settings file for a server that listens at this endpoint. */
export function serverSettings(endpoint: Endpoint): string {
  const socket = isSocket(endpoint)
  const settings: Record<string, string | number> = {
    listen_addresses: socket ? '' : endpoint.host,
    // A list of paths: the inner quotes protect commas and spaces in a path.
    unix_socket_directories: socket ? `"${endpoint.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    port: endpoint.port,
    password_encryption: 'scram-sha-256',
    max_connections: 200,
    shared_buffers: '128MB',
    work_mem: '16MB',
    random_page_cost: 1.1,
    // JIT compilation costs more than it saves: our statements are short.
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`)
  return ['# Written at every start. Own settings: ALTER SYSTEM SET …, which wins over this file.', ...lines, ''].join('\n')
}
