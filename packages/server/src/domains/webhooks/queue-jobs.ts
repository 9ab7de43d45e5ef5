import type { Database, Tx } from '#db/database'

export const DELIVER_WEBHOOK = 'deliver_webhook'

interface Target {
  company: number
  webhook: number
}

/**
 * Queues the job that sends the deliveries of a webhook. A webhook has at most one waiting job for now, and one for its next
 * attempt: one key for both would let the later time replace the earlier. A time in the past becomes now, because the oldest jobs
 * run first, so a webhook with a backlog has to wait its turn.
 */
export const addJob = (tx: Tx, { company, webhook }: Target, at?: Date): Promise<unknown> =>
  tx.sql(
    `select jobs.add('${DELIVER_WEBHOOK}', json_build_object('company', $1::bigint, 'webhook', $2::bigint), greatest($3::timestamptz, now()), $4)`,
    [company, webhook, at ?? null, `webhook:${webhook}${at ? ':next' : ''}`],
  )

/** Queues the job of a webhook with a short delay; an earlier event runs it sooner. */
export const deferJob = (db: Database, { company, webhook }: Target): Promise<unknown> =>
  db.write({ company }, (tx) =>
    tx.sql(
      `select jobs.add('${DELIVER_WEBHOOK}', json_build_object('company', $1::bigint, 'webhook', $2::bigint), now() + interval '1 second', $3)`,
      [company, webhook, `webhook:${webhook}`],
    ),
  )

/** Queues the jobs of all webhooks of companies whose feeds have grown. */
export async function queueForCompanies(db: Database, companies: readonly number[]): Promise<void> {
  await queueAll(db, 'select company, webhook_id as webhook from webhook where company = any($1)', [companies])
}

/** Queues the jobs of all webhooks with something to do, in case a notification was lost or a server stopped. */
export async function queueDue(db: Database): Promise<void> {
  await queueAll(
    db,
    `select w.company, w.webhook_id as webhook from webhook w
       left join webhook_state s on s.company = w.company and s.webhook = w.webhook_id
       left join feed_counter f on f.company = w.company
     where s.position is null or f.last > s.position or exists (select from webhook_delivery d
       where d.company = w.company and d.webhook = w.webhook_id
         and (d.state in ('pending', 'sending') and d.next_attempt <= now() or d.state = 'held'))`,
    [],
  )
}

async function queueAll(db: Database, find: string, values: unknown[]): Promise<void> {
  const targets = await db.read({ platform: true }, (tx) => tx.sql<Target>(find, values))
  if (targets.length > 0)
    await db.write({ global: true }, async (tx) => {
      for (const target of targets) await addJob(tx, target)
    })
}
