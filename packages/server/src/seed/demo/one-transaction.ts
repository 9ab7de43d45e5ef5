import type { Client } from 'pg'
import { type Database, setPipelining, type Statement, type Tx } from '#db/database'

/** A database that runs every read and write in the open transaction of this connection. */
export function withinTransaction(client: Client): Pick<Database, 'read' | 'write'> {
  const run: Database['write'] = async (scope, work) => {
    const company = 'company' in scope ? String(scope.company) : ''
    await client.query(`select set_config('tiffin.company', $1, true)`, [company])
    const tx: Tx = {
      scope,
      whileCommitting: (run) => run(),
      exclusiveClient: () => Promise.reject(new Error('Nothing is streamed here')),
      rows: async <R extends object>(statement: Statement) =>
        (await client.query<R>(statement.sql, [...statement.parameters])).rows,
      sql: async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
        (await client.query<R>(text, [...parameters])).rows,
    }
    setPipelining(client, true)
    return work(tx).finally(() => setPipelining(client, false))
  }
  return { read: run, write: run }
}
