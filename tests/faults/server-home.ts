import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resolveDatabaseUrls } from '@tiffin/server'
import { withLock } from '@tiffin/server/test'
import { Client } from 'pg'

/** A folder for a server with its own embedded database, which is durable. */
export interface OwnHome {
  env: Record<string, string>
  /** Rows of one statement, bypassing all rules. */
  rows<R extends object>(text: string, parameters?: unknown[]): Promise<R[]>
  /** Ends the database: `SIGKILL` at once, `SIGINT` like an operator. */
  endDatabase(signal: 'SIGKILL' | 'SIGINT'): void
  /** The same, and prevents restarting it until the returned function is called. */
  stopDatabaseFor(signal: 'SIGKILL' | 'SIGINT'): Promise<() => Promise<void>>
  /** Stops the database, which outlives killed servers, and removes the folder. */
  remove(): Promise<void>
}

export function createHome(): OwnHome {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-faults-'))
  // Under root, the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o711)
  const home = path.join(folder, 'data')
  const reach = () => resolveDatabaseUrls({ TIFFIN_HOME: home })
  function endDatabase(signal: 'SIGKILL' | 'SIGINT'): void {
    const [pid] = readFileSync(path.join(home, 'postgresql/cluster/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), signal)
  }

  return {
    env: { HOME: folder, TIFFIN_HOME: home },
    async rows<R extends object>(text: string, parameters: unknown[] = []) {
      const database = await reach()
      const client = new Client({ connectionString: database.owner })
      try {
        await client.connect()
        return (await client.query<R>(text, parameters)).rows
      } finally {
        await client.end()
        await database.stop()
      }
    },
    endDatabase,
    async stopDatabaseFor(signal) {
      const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = withLock(path.join(home, 'postgresql/lock'), () => {
        held.resolve()
        return free.promise
      })
      await held.promise
      endDatabase(signal)
      return () => {
        free.resolve()
        return holding
      }
    },
    async remove() {
      await (await reach()).stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
