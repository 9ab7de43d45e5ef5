import type { Tx } from '#db/database'

/** The time zone of a company; UTC without one. */
export async function readTimezone(tx: Tx, company: number | null): Promise<string> {
  if (company === null) return 'UTC'
  const [row] = await tx.sql<{ timezone: string }>('select timezone from company where company_id = $1', [company])
  return row?.timezone || 'UTC'
}
