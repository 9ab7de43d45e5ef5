import { openDatabase, readConfig, startServer } from '@tiffin/server'
import type { Urls } from './database.ts'
import { signIn, type Wire } from './wire.ts'

export interface Recorded {
  text: string
  parameters: unknown[]
  /** Rows returned by the database. */
  rows: Record<string, unknown>[]
}

type Database = ReturnType<typeof openDatabase>
type Tx = Parameters<Parameters<Database['read']>[1]>[0]

/**
 * Runs one call in a server whose database traffic is recorded, and returns the statements of its transaction, for the
 * bare server to run.
 */
export async function recordStatements(
  urls: Urls,
  kind: 'read' | 'write',
  work: (wire: Wire) => Promise<unknown>,
): Promise<Recorded[]> {
  const db = openDatabase({ connectionString: urls.app, max: 4 })
  let recorded: Recorded[] = []
  const listen = (tx: Tx): Tx => {
    const sql: Tx['sql'] = async <R extends object>(text: string, parameters: readonly unknown[] = []) => {
      const rows = await tx.sql<R>(text, parameters)
      recorded.push({ text, parameters: [...parameters], rows: rows as Record<string, unknown>[] })
      return rows
    }
    return {
      ...tx,
      sql,
      rows: <R extends object>(statement: Parameters<Tx['rows']>[0]) => sql<R>(statement.sql, statement.parameters),
    }
  }
  const recordingDatabase: Database = {
    ...db,
    read: (scope, run, options) => db.read(scope, (tx) => run(kind === 'read' ? listen(tx) : tx), options),
    write: (scope, run) => db.write(scope, (tx) => run(kind === 'write' ? listen(tx) : tx)),
  }
  const store = { db: recordingDatabase, ownerUrl: urls.owner, workerUrl: urls.worker, home: '', close: async () => {} }
  const server = await startServer(readConfig({ PORT: '0', TIFFIN_LOG: 'silent' }), { store, jobs: false })
  try {
    const wire = await signIn(server.url, 'owner')
    // The first call of a session also loads the user.
    await work(wire)
    recorded = []
    await work(wire)
    return recorded
  } finally {
    await server.stop()
    await db.close()
  }
}
