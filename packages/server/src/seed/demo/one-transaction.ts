import type { Client } from 'pg'
import type { Database, Statement, Tx } from '#db/database'

/** A database whose every read and write is part of the transaction that this connection has open. */
export function withinTransaction(client: Client): Pick<Database, 'read' | 'write'> {
  const run: Database['write'] = async (scope, work) => {
    const company = 'company' in scope ? String(scope.company) : ''
    await client.query(`select set_config('tiffin.company', $1, true)`, [company])
    const tx: Tx = {
      scope,
      client: client as unknown as Tx['client'],
      whileCommitting: (run) => run(),
      rows: async <R extends object>(statement: Statement) =>
        (await client.query<R>(statement.sql, [...statement.parameters])).rows,
      sql: async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
        (await client.query<R>(text, [...parameters])).rows,
    }
    return work(tx)
  }
  return { read: run, write: run }
}
