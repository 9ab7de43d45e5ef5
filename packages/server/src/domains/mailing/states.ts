import { apiError, type Calls, entities, type Mailing, type MailingState, pushStates } from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change } from '#engine/change-info'
import { assertReadScope } from '#engine/read-scope'
import { changeInfo } from '#engine/change-of-call'
import { readEnabled } from '#tenant/company-state'
import { countRecipients } from './audience.ts'
import { assertMayMail } from './own-mailing.ts'
import { countResults, queueMailing, writeRecipients } from './queue-mailing.ts'

/** The documented status of each state (AMB-255). */
const statusOf: Readonly<Record<MailingState, Mailing['status']>> = {
  draft: 0,
  scheduled: 0,
  sending: 1,
  paused: 1,
  done: 2,
  stopped: 2,
}

type States = Partial<Pick<Mailing, 'paused' | 'send_at' | 'started' | 'finished'>>

/** Moves a mailing to a state. Its history shows who did it. */
export async function setState(change: Change, mailing: number, state: MailingState, more: States = {}): Promise<void> {
  const set = { state, status: statusOf[state], paused: null, ...more }
  await change.update(entities.mailing, [{ key: mailing, set }])
}

/** The locked mailing; undefined if there is none. */
export async function lockMailing(change: Change, mailing: number): Promise<Mailing | undefined> {
  return (await change.lock(entities.mailing, [mailing])).get(mailing) as Mailing | undefined
}

/**
 * Writes the recipients and begins to send, in one transaction.
 * @returns how many get the mailing
 */
export async function beginMailing(change: Change, mailing: Mailing, now: Date): Promise<number> {
  const target = { company: change.info.company, mailing: mailing.mailing_id }
  const willGet = await writeRecipients(change.tx, mailing)
  await setState(change, mailing.mailing_id, 'sending', { started: now.toISOString() })
  await countResults(change.tx, target)
  await queueMailing(change.tx, target)
  return willGet
}

/** Locks a mailing of the caller's company and changes its state, unless it is in another one by now. */
async function changeState(
  call: CompanyCall,
  id: number,
  { from, to }: { from: readonly MailingState[]; to: (change: Change, mailing: Mailing) => Promise<MailingState> },
) {
  assertMayMail(call, 'update')
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    const mailing = await lockMailing(change, id)
    if (!mailing) throw apiError('not_found', { table: 'mailing' })
    if (!from.includes(mailing.state)) throw apiError('mailing_state', { table: 'mailing', because: { state: mailing.state } })
    return to(change, mailing)
  })
  return { data: { status: 'OK' as const, state: value }, feed }
}

async function assertMaySend(change: Change): Promise<void> {
  if ((await readEnabled(change)).enable !== 1) throw apiError('company_disabled')
}

/** Refuses to send if the number of customers differs from the one that the caller counted. */
function assertConfirmed(willGet: number, count: number | undefined): void {
  if (willGet !== count) throw apiError('selection_changed', { table: 'mailing', params: [willGet] })
}

export const start: Handler<Calls['Mailing']['start']> = ({ mailing_id, count, send_at: at }, call) => {
  assertReadScope(call.session.actor, 'mailing')
  const isLater = at !== undefined
  if (isLater && Date.parse(at) <= call.now().getTime())
    throw apiError('invalid_value', { field: 'send_at', params: ['send_at'] })
  return changeState(call, mailing_id, {
    from: ['draft', 'scheduled'],
    async to(change, mailing) {
      await assertMaySend(change)
      const willGet = isLater
        ? (await countRecipients(change.tx, mailing.company, mailing)).will_get
        : await beginMailing(change, mailing, call.now())
      assertConfirmed(willGet, count)
      if (!isLater) return 'sending'
      await setState(change, mailing_id, 'scheduled', { send_at: at })
      await queueMailing(change.tx, { company: mailing.company, mailing: mailing_id }, new Date(at))
      return 'scheduled'
    },
  })
}

export const pause: Handler<Calls['Mailing']['pause']> = ({ mailing_id }, call) =>
  changeState(call, mailing_id, {
    from: ['sending'],
    async to(change) {
      await setState(change, mailing_id, 'paused')
      return 'paused'
    },
  })

export const resume: Handler<Calls['Mailing']['resume']> = ({ mailing_id, count }, call) => {
  assertReadScope(call.session.actor, 'mailing')
  return changeState(call, mailing_id, {
    from: ['paused'],
    async to(change, mailing) {
      await assertMaySend(change)
      if (mailing.started === null) assertConfirmed(await beginMailing(change, mailing, call.now()), count)
      else {
        await setState(change, mailing_id, 'sending')
        await queueMailing(change.tx, { company: mailing.company, mailing: mailing_id })
      }
      return 'sending'
    },
  })
}

export const stop: Handler<Calls['Mailing']['stop']> = ({ mailing_id }, call) =>
  changeState(call, mailing_id, {
    from: ['scheduled', 'sending', 'paused'],
    async to(change, mailing) {
      const { company, started } = mailing
      if (started === null) {
        await setState(change, mailing_id, 'draft', { send_at: null })
        return 'draft'
      }
      await setState(change, mailing_id, 'stopped', { finished: call.now().toISOString() })
      await change.tx.sql(
        `update message set push = ${pushStates.skipped}, result = 'stopped', next_attempt = null
         where company = $1 and mailing_id = $2 and push = ${pushStates.waiting}`,
        [company, mailing_id],
      )
      await countResults(change.tx, { company, mailing: mailing_id })
      return 'stopped'
    },
  })
