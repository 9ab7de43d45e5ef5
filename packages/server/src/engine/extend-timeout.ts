import type { Tx } from '#db/database'

/** Gives each statement of a transaction over very many rows two minutes instead of five seconds. */
export async function extendTimeout(tx: Tx): Promise<void> {
  await tx.sql(`select set_config('statement_timeout', '120000', true)`)
}
