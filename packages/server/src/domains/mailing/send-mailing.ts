import { setTimeout as pause } from 'node:timers/promises'
import { hasOption, quietEnd } from '@tiffin/core/rules'
import { type Mailing, type Multilang, pushStates } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { readCompany, readEnabled } from '#tenant/company-state'
import type { Tx } from '#db/database'
import { companyLanguage } from './audience.ts'
import { type Channel, type Content, type DeliveryContext, openChannel } from './deliver.ts'
import { readMailing } from './own-mailing.ts'
import { countResults, type MailingTarget, queueMailing, queuePush } from './queue-mailing.ts'
import { type Claim, claimMessages, expireLeases, sendBatch } from './send-batch.ts'
import { beginMailing, lockMailing, setState } from './states.ts'

/** A job ends after this time, so that mailings take turns. */
const MAX_JOB_MS = 20_000
/** Batches grow or shrink to take about this long, so that a pause or a stop takes effect soon and a crash leaves few unknown. */
const BATCH_MS = 500
const BATCH = { first: 50, min: 10, max: 1000 }
/** Counts are shown while it sends. */
const COUNT_MS = 1000
/** The queue looks for jobs of later once a second, so shorter waits are not queued. */
const SHORT_WAIT_MS = 1500
/** A schedule that is this late asks first (AMB-255). */
const LATE_MS = 3_600_000

/** Sends the due messages of one mailing, and queues a job for the later ones. */
export async function sendMailing(context: DeliveryContext, target: MailingTarget): Promise<void> {
  const until = Date.now() + MAX_JOB_MS
  let counted = performance.now()
  let channel: (Channel & { name: Mailing['channel'] }) | undefined
  try {
    for (let size = BATCH.first; Date.now() < until && !context.stopping.aborted;) {
      const batch = await nextBatch(context, target, size)
      if (!batch) return
      if (batch.claims.length === 0) continue
      channel ??= { ...openChannel(context, batch.channel), name: batch.channel }
      const began = performance.now()
      await sendBatch(context, { ...batch, channel, mailing: target.mailing })
      const ms = performance.now() - began
      if (performance.now() - counted > COUNT_MS) {
        counted = performance.now()
        await context.db.write({ company: target.company }, (tx) => countResults(tx, target))
      }
      size = Math.round(Math.min(BATCH.max, Math.max(BATCH.min, size * Math.min(2, Math.max(0.5, BATCH_MS / ms)))))
    }
    await context.db.write({ company: target.company }, (tx) => queueMailing(tx, target))
  } finally {
    channel?.close()
    await context.db.write({ company: target.company }, (tx) => countResults(tx, target))
  }
}

interface Batch {
  channel: Mailing['channel']
  content: Content
  claims: Claim[]
}

/** Claims the next messages; null if the mailing has to wait, or has ended. */
async function nextBatch(context: DeliveryContext, target: MailingTarget, size: number): Promise<Batch | null> {
  const { company } = target
  const found = await context.db.read({ company }, async (tx) => ({
    mailing: await readMailing(tx, company, target.mailing).catch(() => null),
    state: await readCompany(tx, company),
    companyLang: await companyLanguage(tx, company),
  }))
  const { mailing, state } = found
  if (!mailing || !state) return null
  const now = context.now().getTime()
  if (mailing.state === 'scheduled') return startScheduled(context, target, now)
  if (mailing.state !== 'sending') return null
  if (state.enable !== 1) return pauseMailing(context, target, 'company_disabled')
  if (!hasOption(state, 'allow_mailing').allowed) return pauseMailing(context, target, 'option_required')
  const { quiet_from: from, quiet_until: until } = mailing
  const quiet = quietEnd(now, state.timezone, { from, until })
  if (quiet !== null) return waitUntil(context, target, new Date(quiet))
  const claims = await context.db.write({ company }, (tx) => claim(tx, target, mailing, size))
  if (claims === null) return finishMailing(context, target)
  const batch = { channel: mailing.channel, content: contentOf(mailing, found.companyLang, state.name) }
  if (!(claims instanceof Date)) return { ...batch, claims }
  const ms = claims.getTime() - Date.now()
  if (ms > SHORT_WAIT_MS) return waitUntil(context, target, claims)
  await pause(Math.max(ms, 10))
  return { ...batch, claims: [] }
}

export const contentOf = (
  { company, mailing_id, subject, text }: Pick<Mailing, 'company' | 'mailing_id' | 'subject' | 'text'>,
  companyLang: string,
  companyName: Multilang,
): Content => ({
  company,
  companyLang,
  companyName,
  subject,
  text,
  url: `/chat/${company}/`,
  tag: `mailing-${mailing_id}`,
})

/**
 * Claims as many messages as `per_minute` allows, by the same clock in all processes.
 * @returns null if none is left, or when to look again
 */
async function claim(tx: Tx, { company, mailing: id }: MailingTarget, { channel, per_minute }: Mailing, size: number) {
  const [mailing] = await tx.sql<{ wait: Date | null }>(
    `select case when next_batch > now() then next_batch end as wait from mailing
     where company = $1 and mailing_id = $2 and state = 'sending' for no key update`,
    [company, id],
  )
  if (!mailing) return []
  if (mailing.wait) return mailing.wait
  await expireLeases(tx, company, id)
  // A batch each second, or a message at a time if there are fewer.
  const most = per_minute === 0 ? size : Math.min(size, Math.max(1, Math.floor(per_minute / 60)))
  const claims = await claimMessages(tx, {
    channel,
    select: `select message_id from message where company = $1 and mailing_id = $2 and push = ${pushStates.waiting} and next_attempt <= now()
       limit $3`,
    parameters: [company, id, most],
  })
  if (claims.length > 0) {
    if (per_minute > 0)
      await tx.sql(`update mailing set next_batch = now() + make_interval(secs => $3) where company = $1 and mailing_id = $2`, [
        company,
        id,
        (60 * claims.length) / per_minute,
      ])
    return claims
  }
  const [rest] = await tx.sql<{ at: Date | null }>(
    `select min(next_attempt) as at from message
     where company = $1 and mailing_id = $2 and push in (${pushStates.waiting}, ${pushStates.sending})`,
    [company, id],
  )
  return rest?.at ?? null
}

/** The server makes the change itself. */
const byServer = (company: number) => ({ admin: null, company, app: 'server', device: '' })

async function startScheduled({ db, feed }: DeliveryContext, target: MailingTarget, now: number): Promise<null> {
  await makeChange(db, feed, byServer(target.company), async (change) => {
    const mailing = await lockMailing(change, target.mailing)
    if (mailing?.state !== 'scheduled' || mailing.send_at === null) return null
    const lateness = now - Date.parse(mailing.send_at)
    if (lateness > LATE_MS) await setState(change, target.mailing, 'paused', { paused: 'late' })
    else if (lateness >= 0) await beginMailing(change, mailing, new Date(now))
    return null
  })
  return null
}

async function pauseMailing({ db, feed }: DeliveryContext, target: MailingTarget, paused: Mailing['paused']): Promise<null> {
  await makeChange(db, feed, byServer(target.company), async (change) => {
    const mailing = await lockMailing(change, target.mailing)
    if (mailing?.state === 'sending') await setState(change, target.mailing, 'paused', { paused })
    return null
  })
  return null
}

async function waitUntil({ db }: DeliveryContext, target: MailingTarget, at: Date): Promise<null> {
  const { company, mailing } = target
  await db.write({ company }, async (tx) => {
    await tx.sql('update mailing set next_batch = $3 where company = $1 and mailing_id = $2', [company, mailing, at])
    await queueMailing(tx, target, at)
  })
  return null
}

async function finishMailing({ db, feed, now }: DeliveryContext, target: MailingTarget): Promise<null> {
  await makeChange(db, feed, byServer(target.company), async (change) => {
    const mailing = await lockMailing(change, target.mailing)
    if (mailing?.state !== 'sending') return null
    await countResults(change.tx, target)
    await setState(change, target.mailing, 'done', { finished: now().toISOString() })
    return null
  })
  return null
}

/** Sends one push message that was written for one customer (PUSH-07). */
export async function sendPush(
  context: DeliveryContext,
  { company, message }: { company: number; message: number },
): Promise<void> {
  const { db } = context
  const [claimed] = await db.write({ company }, async (tx) => {
    await expireLeases(tx, company, null)
    if ((await readEnabled({ tx, info: { company } })).enable !== 1) {
      await tx.sql(
        `update message set push = ${pushStates.skipped}, result = 'stopped', next_attempt = null
         where company = $1 and message_id = $2 and mailing_id is null and push = ${pushStates.waiting}`,
        [company, message],
      )
      return []
    }
    return claimMessages(tx, {
      channel: 'push',
      select: `select message_id from message where company = $1 and message_id = $2 and mailing_id is null
         and push = ${pushStates.waiting} and next_attempt <= now()`,
      parameters: [company, message],
    })
  })
  if (!claimed) return
  const content = await db.read({ company }, async (tx): Promise<Content> => {
    const [row] = await tx.sql<{ subject: Multilang; text: Multilang; name: Multilang }>(
      `select m.subject, m.text, c.name from message m join company c on c.company_id = m.company
       where m.company = $1 and m.message_id = $2`,
      [company, message],
    )
    const { subject = {}, text = {}, name = {} } = row ?? {}
    return {
      company,
      companyLang: await companyLanguage(tx, company),
      companyName: name,
      subject,
      text,
      url: `/chat/${company}/`,
      tag: `message-${message}`,
    }
  })
  const channel = { ...openChannel(context, 'push'), name: 'push' as const }
  await sendBatch(context, { content, claims: [claimed], channel, mailing: null })
  await db.write({ company }, (tx) => queueRetry(tx, company, message))
}

async function queueRetry(tx: Tx, company: number, message: number): Promise<void> {
  const [row] = await tx.sql<{ at: Date }>(
    `select next_attempt as at from message where company = $1 and message_id = $2 and push = ${pushStates.waiting}`,
    [company, message],
  )
  if (row?.at) await queuePush(tx, company, [message], row.at)
}
