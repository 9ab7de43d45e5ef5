import type { RunStatement } from './cleanup.ts'

const BATCH = 10_000

interface ErrorLog {
  error: (details: object, text: string) => void
}

/** Builds the sums of orders by day for companies without them, and folds recent changes into the others (AMB-216). */
export async function updateOrderDays(run: RunStatement, log: ErrorLog): Promise<void> {
  const { rows } = await run('select companies_without_order_days() as company', [])
  for (const { company } of rows as { company: string }[]) {
    try {
      await run('select build_order_days($1)', [company])
    } catch (error) {
      log.error({ err: error, company }, "can't build the sums of orders by day; reports read the orders")
    }
  }
  for (let moved = BATCH; moved >= BATCH;) {
    const { rows: folded } = await run('select fold_order_days($1) as moved', [BATCH])
    moved = (folded[0] as { moved: number } | undefined)?.moved ?? 0
  }
}
