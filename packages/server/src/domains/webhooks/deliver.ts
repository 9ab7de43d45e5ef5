import { entities, isApiError } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Tx } from '#db/database'
import { makeChange } from '#engine/change'
import { parseNetworks } from '#providers/public-address'
import { postWebhook, type WebhookResponse } from '#providers/post-webhook'
import { actorOf } from '#sessions/sessions'
import { messageBody, readOrders } from './messages.ts'
import { holdWithoutFactor, type LockedWebhook, lockWebhook, queueDeliveries, skipDue } from './queue-deliveries.ts'
import { addJob } from './queue-jobs.ts'
import { retryDelay } from '#limits/retry-delay'
import { signingSecrets } from './secrets.ts'
import { signedHeaders } from './signing.ts'

/** Messages sent to a receiver at a time, so that a slow one does not delay the others. */
const MAX_AT_ONCE = 4
const TIMEOUT_MS = 10_000
/** Longer than any attempt: a message that a stopped server was sending is sent again after this time. */
const LEASE = `interval '30 seconds'`
/** Longer than any wait between attempts: after so long without failures, earlier ones no longer count. */
const QUIET = `interval '2 days'`
/** A job ends after this time, so that webhooks take turns. */
const MAX_JOB_MS = 20_000

export type DeliveryContext = Pick<Context, 'config' | 'db' | 'feed' | 'log' | 'now' | 'secretBox' | 'stopping'>

interface Delivery {
  id: number
  event: string
  type: string
  feed: number
  order: number | null
  attempts: number
  at: Date
}

interface Claim extends Delivery {
  webhook: LockedWebhook
}

interface Target {
  company: number
  webhook: number
}

/** Sends the due events of one webhook, and queues the job for its next attempt (AMB-233). */
export async function deliverWebhook(context: DeliveryContext, target: Target): Promise<void> {
  const until = Date.now() + MAX_JOB_MS
  const { company, webhook } = target
  for (let more = true; more && Date.now() < until;) {
    more = await context.db.write({ company }, async (tx) => {
      const locked = await lockWebhook(tx, company, webhook)
      return locked ? queueDeliveries(tx, company, webhook, locked) : false
    })
  }
  const platform = context.config.TIFFIN_ADMIN_SECOND_FACTOR
  if (await context.db.write({ company }, (tx) => holdWithoutFactor(tx, target, platform))) return
  const sender = async (): Promise<void> => {
    while (Date.now() < until && !context.stopping.aborted) {
      const claim = await context.db.write({ company }, (tx) => claimDelivery(tx, target))
      if (!claim) return
      await sendDelivery(context, target, claim)
    }
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, sender))
  await context.db.write({ company }, (tx) => queueNext(tx, target))
}

async function claimDelivery(tx: Tx, { company, webhook: id }: Target): Promise<Claim | null> {
  const webhook = await lockWebhook(tx, company, id)
  if (!webhook) return null
  if (webhook.enabled !== 1 || !webhook.company_enabled) {
    await skipDue(tx, company, id, webhook.enabled === 1 ? 'company_disabled' : 'disabled')
    return null
  }
  const [delivery] = await tx.sql<Delivery>(
    `update webhook_delivery set state = 'sending', attempts = attempts + 1, last_attempt = now(), next_attempt = now() + ${LEASE}
     where company = $1 and webhook_delivery_id = (select webhook_delivery_id from webhook_delivery
         where company = $1 and webhook = $2 and state in ('pending', 'sending') and next_attempt <= now()
         order by next_attempt, webhook_delivery_id limit 1)
       and (select count(*) from webhook_delivery
         where company = $1 and webhook = $2 and state = 'sending' and next_attempt > now()) < ${MAX_AT_ONCE}
     returning webhook_delivery_id as id, event, type, feed, "order", attempts, created as at`,
    [company, id],
  )
  return delivery ? { ...delivery, webhook } : null
}

async function sendDelivery(context: DeliveryContext, target: Target, claim: Claim): Promise<void> {
  const { company } = target
  const { url } = claim.webhook
  let body: string | null
  let headers: Record<string, string>
  try {
    body = await readBody(context, company, claim)
    if (body === null) return void (await settle(context, target, claim, { state: 'skipped', problem: 'rights' }))
    headers = signedHeaders(claim.event, body, signingSecrets(context.secretBox, target.webhook, claim.webhook), context.now())
  } catch (error) {
    const delay = retryDelay(claim.attempts, { retryAfter: undefined, now: context.now(), random: Math.random() })
    await settle(context, target, claim, { state: delay === null ? 'failed' : 'pending', delay })
    context.log.error({ err: error, company, webhook: target.webhook }, 'a message for a webhook could not be written')
    return
  }
  const response = await postWebhook({
    url,
    body,
    headers,
    allowed: parseNetworks(context.config.TIFFIN_WEBHOOK_NETWORKS),
    timeoutMs: TIMEOUT_MS,
    signal: context.stopping,
  })
  // The attempt may have failed because the server is stopping. It is repeated when the lease ends.
  if (typeof response === 'string' && context.stopping.aborted) return
  if (typeof response !== 'string' && response.status >= 200 && response.status < 300)
    return void (await settle(context, target, claim, { state: 'delivered', answer: response }))
  await settleFailure(context, target, claim, response)
}

/** Null if the owner may not read the order any more. */
async function readBody(
  { db, now }: DeliveryContext,
  company: number,
  { type, feed, order, at, webhook }: Claim,
): Promise<string | null> {
  const event = { type, feed, order, at: at.toISOString() }
  try {
    const actor = await actorOf(db, webhook.owner, company)
    if (order === null) return messageBody(event, company, null)
    const row = (await db.read({ company }, (tx) => readOrders(tx, actor, [order], now()))).get(order)
    return row ? messageBody(event, company, row) : null
  } catch (error) {
    if (isApiError(error) && (error.code === 'foreign_company' || error.code === 'account_blocked')) return null
    throw error
  }
}

type Failure = WebhookResponse | 'timeout' | 'unreachable' | 'address'

const problemOf = (response: Failure): string => {
  if (typeof response === 'string') return response
  if (response.status === 410) return 'gone'
  return response.status >= 300 && response.status < 400 ? 'redirect' : 'status'
}

async function settleFailure(context: DeliveryContext, target: Target, claim: Claim, failure: Failure): Promise<void> {
  const response = typeof failure === 'string' ? undefined : failure
  const problem = problemOf(failure)
  const delay =
    problem === 'gone'
      ? null
      : retryDelay(claim.attempts, { retryAfter: response?.retryAfter, now: context.now(), random: Math.random() })
  const givenUp = await settle(context, target, claim, {
    state: delay === null ? 'failed' : 'pending',
    problem,
    answer: response,
    delay,
  })
  if (problem === 'gone' || givenUp) await disable(context, target, problem === 'gone' ? 'gone' : 'failing')
}

interface Outcome {
  state: 'delivered' | 'pending' | 'failed' | 'skipped'
  problem?: string
  answer?: WebhookResponse | undefined
  delay?: number | null
}

/**
 * Records the result, unless the lease has ended and another attempt began.
 * @returns whether the receiver has failed for five days
 */
async function settle({ db }: DeliveryContext, target: Target, claim: Claim, outcome: Outcome): Promise<boolean> {
  const { company, webhook } = target
  const { state, problem = null, answer: response, delay = null } = outcome
  return db.write({ company }, async (tx) => {
    await tx.sql(
      `update webhook_delivery set state = $3, problem = $4, http_status = $5, answer = $6,
         next_attempt = now() + make_interval(secs => $7)
       where company = $1 and webhook_delivery_id = $2 and state = 'sending' and attempts = $8`,
      [company, claim.id, state, problem, response?.status ?? null, storable(response?.answer ?? ''), delay, claim.attempts],
    )
    // Nothing was sent.
    if (state === 'skipped' || (state !== 'delivered' && problem === null)) return false
    const [row] = await tx.sql<{ given_up: boolean }>(
      `update webhook_state set last_attempt = now(), failing_since = case when $3 then null
         when last_attempt < now() - ${QUIET} then now() else coalesce(failing_since, now()) end
       where company = $1 and webhook = $2 returning failing_since < now() - interval '5 days' is true as given_up`,
      [company, webhook, state === 'delivered'],
    )
    return row?.given_up ?? false
  })
}

/** PostgreSQL stores no NUL characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Nothing is sent until someone enables it again. The list and the history show why. */
async function disable({ db, feed, log, now }: DeliveryContext, { company, webhook }: Target, reason: 'gone' | 'failing') {
  await makeChange(db, feed, { admin: null, company, app: 'server', device: '' }, async (change) => {
    const row = (await change.lock(entities.webhook, [webhook])).get(webhook)
    if (row?.['enabled'] !== 1) return null
    const set = { enabled: 0, disabled_reason: reason, disabled_at: now().toISOString() }
    await change.update(entities.webhook, [{ key: webhook, set }])
    return null
  })
  log.warn({ company, webhook, reason }, 'a webhook was disabled')
}

async function queueNext(tx: Tx, { company, webhook }: Target): Promise<void> {
  const [row] = await tx.sql<{ at: Date | null }>(
    `select min(next_attempt) as at from webhook_delivery
     where company = $1 and webhook = $2 and state in ('pending', 'sending')`,
    [company, webhook],
  )
  if (row?.at) await addJob(tx, { company, webhook }, row.at)
}
