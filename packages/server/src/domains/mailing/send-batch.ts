import { type Mailing, type MailingChannel, pushStates } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { targetsOfUsers } from '#domains/push/targets'
import { retryDelay } from '#limits/retry-delay'
import { problemSql } from './audience.ts'
import type { Channel, Content, DeliveryContext, Outcome, Recipient } from './deliver.ts'

/** Longer than any batch takes: messages that are still being sent after this time were interrupted. */
const LEASE = `interval '60 seconds'`
/** Nothing more of a batch is begun after this time. */
const MAX_BATCH_MS = 30_000
/** How often a running batch looks whether it was paused or stopped. */
const LOOK_MS = 300
/** Seconds until a message that the provider has certainly not taken is tried again. */
const RETRY_DELAYS = [5, 60, 600, 3600, 3 * 3600]
/** Messages in delivery at a time, in one batch. */
const MAX_AT_ONCE: Readonly<Record<MailingChannel, number>> = { push: 100, mail: 5 }

/** A message that this process is sending. */
export interface Claim {
  message_id: number
  user_id: number
  attempts: number
  lang: string
  email: string
  /** The rule that keeps it from the customer by now. */
  problem: string | null
}

/**
 * Claims messages whose ids `select` finds, and commits that they are being sent before anything is. Consent, address and
 * device are checked again now.
 */
export const claimMessages = (
  tx: Tx,
  { channel, select, parameters }: { channel: MailingChannel; select: string; parameters: readonly unknown[] },
): Promise<Claim[]> =>
  tx.sql<Claim>(
    `with chosen as (${select} for update skip locked)
     update message m set push = ${pushStates.sending}, attempts = m.attempts + 1, next_attempt = now() + ${LEASE}
     from chosen, "user" u
     where m.company = $1 and m.message_id = chosen.message_id and u.company = $1 and u.user_id = m.user_id
     returning m.message_id, m.user_id, m.attempts, m.lang, u.email,
       case when u.status = 0 then 'disabled' else ${problemSql(channel)} end as problem`,
    parameters,
  )

interface Settled extends Partial<Outcome> {
  claim: Claim
  /** Not begun: it waits again. */
  isReleased?: true
}

/** Sends claimed messages, a bounded number at a time, and records the results. */
export async function sendBatch(
  context: DeliveryContext,
  {
    content,
    claims,
    channel,
    mailing,
  }: {
    content: Content
    claims: readonly Claim[]
    channel: Channel & { name: MailingChannel }
    /** Null for a single message. */
    mailing: number | null
  },
): Promise<void> {
  const { db, log } = context
  const { company } = content
  const until = Date.now() + MAX_BATCH_MS
  const wanted = claims.filter(({ problem }) => problem === null)
  const targets =
    channel.name === 'push' && wanted.length > 0
      ? await db.read({ company }, (tx) =>
          targetsOfUsers(
            tx,
            company,
            wanted.map(({ user_id }) => user_id),
          ),
        )
      : undefined
  let isHalted = false
  const look = setInterval(() => {
    if (mailing !== null)
      isSending(db, company, mailing).then(
        (sends) => (isHalted ||= !sends),
        () => {},
      )
  }, LOOK_MS)
  const settled: Settled[] = claims
    .filter(({ problem }) => problem !== null)
    .map((claim) => ({ claim, result: claim.problem as Outcome['result'], answer: '' }))
  const queue = wanted.values()
  async function sender(): Promise<void> {
    for (const claim of queue) {
      if (isHalted || context.stopping.aborted || Date.now() > until) {
        settled.push({ claim, isReleased: true })
        continue
      }
      const { message_id, user_id, lang, email } = claim
      const recipient: Recipient = {
        id: `message-${message_id}`,
        user: user_id,
        lang,
        email,
        targets: targets?.get(user_id) ?? [],
      }
      try {
        settled.push({ claim, ...(await channel.deliver(content, recipient)) })
      } catch (error) {
        log.error({ err: error, company, message: message_id }, 'a message could not be written')
        settled.push({ claim, result: 'interrupted', answer: '' })
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: MAX_AT_ONCE[channel.name] }, sender))
  } finally {
    clearInterval(look)
  }
  await db.write({ company }, (tx) => settle(tx, { company, mailing, settled, now: context.now() }))
}

const isSending = (db: DeliveryContext['db'], company: number, mailing: number): Promise<boolean> =>
  db.read({ company }, async (tx) => {
    const [row] = await tx.sql<Pick<Mailing, 'state'>>('select state from mailing where company = $1 and mailing_id = $2', [
      company,
      mailing,
    ])
    return row?.state === 'sending'
  })

/** The rules that end a message without sending it. */
const skips: ReadonlySet<string> = new Set([
  'no_consent',
  'no_address',
  'no_device',
  'blocked_address',
  'same_address',
  'disabled',
  'stopped',
])

interface Row {
  id: number
  attempts: number
  push: number
  result: string
  delay: number | null
  released: boolean
}

function rowOf({ claim, result = 'interrupted', answer = '', retryAfter, isReleased }: Settled, now: Date): Row {
  const row = { id: claim.message_id, attempts: claim.attempts, delay: null, released: false }
  const text = storable(`${result} ${answer}`.trim())
  if (isReleased) return { ...row, push: pushStates.waiting, result: '', delay: 0, released: true }
  if (skips.has(result)) return { ...row, push: pushStates.skipped, result: text }
  if (result === 'sent') return { ...row, push: pushStates.sent, result: text }
  if (result === 'kept') return { ...row, push: pushStates.kept, result: text }
  if (result === 'interrupted') return { ...row, push: pushStates.unknown, result: text }
  const delay =
    result === 'unreachable' ? retryDelay(claim.attempts, { retryAfter, now, random: Math.random(), delays: RETRY_DELAYS }) : null
  return delay === null
    ? { ...row, push: pushStates.failed, result: text }
    : { ...row, push: pushStates.waiting, result: text, delay }
}

/** PostgreSQL stores no NUL characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 1000)

/** Records results, unless the lease has ended. Messages that wait for a retry are not sent if the mailing was stopped. */
async function settle(
  tx: Tx,
  { company, mailing, settled, now }: { company: number; mailing: number | null; settled: readonly Settled[]; now: Date },
): Promise<void> {
  const rows = settled.map((one) => rowOf(one, now))
  // Locked, so that a stop comes before these rows, or ends those that wait again.
  const [found] = await tx.sql<Pick<Mailing, 'state'>>(
    'select state from mailing where company = $1 and mailing_id = $2 for share',
    [company, mailing],
  )
  await tx.sql(
    `update message m set
       push = case when r.push = 0 and stopped then ${pushStates.skipped} else r.push end,
       result = case when r.push = 0 and stopped then 'stopped' else r.result end,
       status = case when r.push = ${pushStates.sent} then 1 else m.status end,
       attempts = m.attempts - r.released::int,
       date_sent = case when r.push in (1, 2, 4) then now() else m.date_sent end,
       next_attempt = case when r.push = 0 and not stopped then now() + make_interval(secs => coalesce(r.delay, 0)) end
     from jsonb_to_recordset($2::jsonb) as r(id bigint, attempts int, push int, result text, delay float8, released boolean),
       (select $3::boolean as stopped) s
     where m.company = $1 and m.message_id = r.id and m.push = ${pushStates.sending} and m.attempts = r.attempts`,
    [company, JSON.stringify(rows), found?.state === 'stopped'],
  )
  const blocked = settled.filter(({ isBlocked }) => isBlocked)
  if (blocked.length > 0)
    await tx.sql(
      `insert into mail_block (company, address, reason, answer, mailing_id)
       select $1, lower(r.address), 'refused', r.answer, $3::bigint from jsonb_to_recordset($2::jsonb) as r(address text, answer text)
       on conflict (company, address) do nothing`,
      [
        company,
        JSON.stringify(blocked.map(({ claim, answer = '' }) => ({ address: claim.email, answer: storable(answer) }))),
        mailing,
      ],
    )
}

/** Marks messages that a server was sending when it stopped. They may have arrived, so they are not sent again (AMB-256). */
export const expireLeases = (tx: Tx, company: number, mailing: number | null): Promise<unknown> =>
  tx.sql(
    `update message set push = ${pushStates.unknown}, result = 'interrupted', date_sent = now(), next_attempt = null
     where company = $1 and mailing_id ${mailing === null ? 'is null' : '= $2'} and push = ${pushStates.sending} and next_attempt <= now()`,
    mailing === null ? [company] : [company, mailing],
  )
