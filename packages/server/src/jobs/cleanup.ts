/** Runs one statement in a separate transaction, as `tiffin_worker`. */
export type RunStatement = (text: string, values: unknown[]) => Promise<{ rowCount: number | null; rows: unknown[] }>

/** Small enough that no one waits for the locks of one batch. */
const BATCH = 5000
/** A client that was away for longer reloads. */
const FEED_DAYS = 7
/** AMB-233 */
const WEBHOOK_DAYS = 30

/** Expired rows; each statement deletes up to the given number. */
const expired = [
  ['session', `expires < now() - interval '7 days' and access_token is null`],
  ['access_token', `expires < now() - interval '90 days'`],
  ['idempotency', `created < now() - interval '24 hours'`],
  ['sign_in_attempt', `last < now() - interval '7 days'`],
  ['rate_limit', `since < now() - interval '1 hour'`],
  ['device_pairing', `expires < now()`],
  ['sign_in_code', `expires < now()`],
  ['phone_code', `expires < now()`],
  ['second_step', `expires < now()`],
  ['passkey_challenge', `expires < now()`],
  ['totp_secret', `factor is null and created < now() - interval '1 day'`],
  ['customer_code', `expires < now()`],
  ['customer_session', `expires < now()`],
  ['door_link', `expires < now() - interval '30 days'`],
  ['outbox', `created < now() - interval '30 days'`],
  ['export_ticket', `expires < now()`],
  ['known_device', `last < now() - interval '400 days'`],
].map(([table, old]) => `delete from ${table} where ctid = any (array(select ctid from ${table} where ${old} limit $1))`)

/**
 * Purges expired rows in batches, and creates the next monthly partitions of the history. `historyDays` 0 keeps the
 * history forever.
 */
export async function runCleanup(run: RunStatement, historyDays: number): Promise<void> {
  await run(`select make_audit_partition((current_date + (n || ' month')::interval)::date) from generate_series(1, 3) n`, [])
  for (const statement of expired) await runInBatches(async () => (await run(statement, [BATCH])).rowCount ?? 0)
  await run(`select forget_receipts(now() - interval '90 days')`, [])
  await forget(run, 'forget_imports', 0)
  await forget(run, 'forget_feed', FEED_DAYS)
  await forget(run, 'forget_webhook_deliveries', WEBHOOK_DAYS)
  if (historyDays === 0) return
  await run(`select drop_audit_months(now() - make_interval(days => $1))`, [historyDays])
  await forget(run, 'forget_audit_rest', historyDays)
  await forget(run, 'forget_changes', historyDays)
}

const forget = (run: RunStatement, name: string, days: number): Promise<void> =>
  runInBatches(async () => {
    const { rows } = await run(`select ${name}(now() - make_interval(days => $1), $2) as gone`, [days, BATCH])
    return (rows[0] as { gone: number } | undefined)?.gone ?? 0
  })

async function runInBatches(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) >= BATCH);
}
