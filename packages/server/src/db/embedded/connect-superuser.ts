import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { systemIdentifier } from './cluster.ts'
import type { EmbeddedPaths } from './embedded-paths.ts'
import type { Endpoint } from './endpoint.ts'
import { embeddedError } from './errors.ts'
import { systemErrorCode } from './system-error.ts'

export const superuser = 'postgres'
export const databaseName = 'tiffin'

const maxUnreachableTime = 2_000
const authenticationFailed = new Set(['28P01', '28000'])

/**
 * Verifies that the server that responds runs on this cluster, creates our database if missing, and returns the server
 * version. Refuses a server with another folder, system identifier or password with `embedded_foreign_folder`.
 */
export async function verifyServer(paths: EmbeddedPaths, endpoint: Endpoint, password: string): Promise<string> {
  const client = await connect(paths, endpoint, password)
  try {
    // Not through pg_control_system(), which reads the file again: its response matches the folder even if the folder was
    // replaced.
    const identified = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM')
    const { rows } = await client.query<{ folder: string; version: string; present: boolean }>(
      `select current_setting('data_directory') as folder, current_setting('server_version') as version,
        exists (select from pg_database where datname = '${databaseName}') as present`,
    )
    const [found] = rows
    const identifier = BigInt(identified.rows[0]?.systemid ?? 0)
    if (!found || realpathSync(found.folder) !== realpathSync(paths.cluster) || identifier !== systemIdentifier(paths.cluster))
      throw embeddedError(
        'embedded_foreign_folder',
        `The server that answers at ${endpoint.host}:${endpoint.port} is not the one of ${paths.cluster}. Stop it, or choose another folder with TIFFIN_HOME.`,
      )
    if (!found.present) await client.query(`create database ${databaseName} template template0`)
    return found.version.split(' ')[0] ?? found.version
  } finally {
    await client.end()
  }
}

async function connect(paths: EmbeddedPaths, endpoint: Endpoint, password: string): Promise<Client> {
  const until = Date.now() + maxUnreachableTime
  for (;;) {
    const config: ClientConfig & { replication: string } = {
      ...endpoint,
      user: superuser,
      password,
      database: 'postgres',
      ssl: false,
      connectionTimeoutMillis: 5_000,
      application_name: 'tiffin supervisor',
      // Allows both SQL and IDENTIFY_SYSTEM.
      replication: 'database',
    }
    const client = new Client(config)
    client.on('error', () => {}) // the query also fails if the server goes away
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => {})
      if (authenticationFailed.has(systemErrorCode(cause) ?? ''))
        throw embeddedError(
          'embedded_foreign_folder',
          `The server on ${paths.cluster} does not accept the password in ${paths.password}. Put the right one back, or choose another folder with TIFFIN_HOME.`,
          { cause },
        )
      if (Date.now() > until)
        throw embeddedError(
          'embedded_start_failed',
          `A server runs on ${paths.cluster}, but can't be reached at ${endpoint.host}:${endpoint.port}. Stop it and try again.`,
          { cause, log: [String(cause)] },
        )
      await sleep(50)
    }
  }
}
