import type { Tx } from '#db/database'

/** Codes of the platform's languages, in order. */
export async function readLanguages(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ code: string }>(`select code from global_lang order by global_lang_id`)
  return rows.map((row) => row.code)
}
