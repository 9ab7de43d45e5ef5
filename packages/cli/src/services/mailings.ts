import { explainSteps, orderFormat } from '@tiffin/core/explain'
import { apiError, type Calls, entities, type Output, pushStates } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { missingFlag, wrongUsage } from '../failure.ts'
import { confirm } from '../prompt.ts'
import type { Result } from '../results/result.ts'
import { readKey } from './find-entity.ts'
import { queryOf, readByKey, readRows } from './read-rows.ts'
import { readTime } from './read-time.ts'

export interface StartOptions {
  count?: string
}

export interface OutboxOptions {
  platform?: boolean
  limit?: string
}

export const readMailing = (id: string): number => readKey(entities.mailing, id) as number
export const readCustomer = (id: string): number => readKey(entities.user, id) as number

const results = ['total', 'success', 'fail', 'skipped', 'unknown', 'kept']

export async function listMailings(connection: Connection): Promise<Result> {
  const query = await queryOf(connection, entities.mailing, { order: ['-mailing_id'] }, 100)
  const { rows } = await readRows(connection, query)
  return { rows, columns: ['mailing_id', 'subject', 'channel', 'state', 'send_at', ...results] }
}

type Counts = Output<Calls['Mailing']['count']>['data']

export async function countMailing({ client }: Connection, mailing_id: number): Promise<Counts> {
  return (await client.Mailing.count({ mailing_id })).data
}

export async function testMailing({ client }: Connection, mailing_id: number): Promise<Result> {
  const { data } = await client.Mailing.test({ mailing_id })
  return { rows: data.sent, columns: ['to', 'result', 'answer'] }
}

/** Starts a mailing, or schedules it. */
export async function startMailing(call: Call<StartOptions>, time?: string): Promise<Result> {
  const later = time === undefined ? {} : { send_at: readTime('<time>', time) }
  return sendCounted(call, (client, counted) => client.Mailing.start({ ...counted, ...later }))
}

/** Continues a mailing. One whose time had passed before it started asks like a start. */
export async function resumeMailing(call: Call<StartOptions>): Promise<Result> {
  const [row] = await readByKey(await call.connect(), entities.mailing, [readMailing(call.args[0] ?? '')])
  if (row?.['state'] !== 'paused' || row['started'] !== null) return changeMailing(call, 'resume')
  return sendCounted(call, (client, counted) => client.Mailing.resume(counted))
}

/**
 * Asks for confirmation with the number of customers, and sends. Without the question, the number must be given: it may have
 * changed since a script counted, and the server refuses any other number.
 */
async function sendCounted(
  call: Call<StartOptions>,
  send: (
    client: Connection['client'],
    counted: { mailing_id: number; count: number },
  ) => ReturnType<Connection['client']['Mailing']['start']>,
): Promise<Result> {
  const { args, options, t } = call
  const mailing_id = readMailing(args[0] ?? '')
  const given = options.count === undefined ? undefined : readCount(options.count)
  if (options.yes === true && given === undefined) throw missingFlag('--count')
  const connection = await call.connect()
  const counts = await countMailing(connection, mailing_id)
  if (options.dryRun === true) return { rows: [counts], single: true, remarks: [t('Nothing was changed')] }
  const { will_get, without_consent, without_address, blocked, same_address } = counts
  await confirm(call, {
    text: 'Send to customers: %1? Without consent: %2, without an address of their own: %3, blocked: %4',
    params: [given ?? will_get, without_consent, without_address + same_address, blocked],
  })
  const count = given ?? will_get
  const { data } = await send(connection.client, { mailing_id, count })
  return { rows: [{ mailing_id, state: data.state, count }], single: true }
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw wrongUsage('%1 must be a number: %2', { params: ['--count', text] })
  return count
}

export async function changeMailing(call: Call<object>, method: 'pause' | 'resume' | 'stop'): Promise<Result> {
  const { args, options, t } = call
  const mailing_id = readMailing(args[0] ?? '')
  if (options.dryRun === true) return { rows: [{ mailing_id }], single: true, remarks: [t('Nothing was changed')] }
  const { client } = await call.connect()
  if (method === 'stop')
    await confirm(call, { text: 'Stop mailing %1? The remaining customers will not receive it.', params: [mailing_id] })
  const { data } = await client.Mailing[method]({ mailing_id })
  return { rows: [{ mailing_id, state: data.state }], single: true }
}

export async function whyMailing(
  call: Call<object>,
  mailing_id: number,
  user_id: number,
): Promise<{ data: Output<Calls['Mailing']['why']>['data']; lines: string[] }> {
  const connection = await call.connect()
  const { company } = await connection.user()
  if (!company) throw apiError('company_required')
  const { data } = await connection.client.Mailing.why({ mailing_id, user_id })
  const format = orderFormat(company, { lang: connection.lang, now: Date.now() })
  return { data, lines: explainSteps(data.steps, { t: call.t, format }) }
}

export async function listOutbox(connection: Connection, { platform, limit }: OutboxOptions): Promise<Result> {
  const most = limit === undefined ? {} : { limit }
  if (platform === true) {
    const query = await queryOf(connection, entities.outbox, { order: ['-outbox_id'], ...most }, 50)
    const { rows } = await readRows(connection, query)
    return { rows, columns: ['created', 'channel', 'recipient', 'subject', 'text', 'state'] }
  }
  const where = [`push=${pushStates.kept}`]
  const query = await queryOf(connection, entities.message, { where, order: ['-message_id'], ...most }, 50)
  const { rows } = await readRows(connection, { ...query, join: ['user_id', 'mailing_id'] })
  const shown = rows.map((row) => {
    const mailing = row['mailing_obj'] as { subject: unknown; text: unknown } | null | undefined
    return { ...row, ...(mailing ? { subject: mailing.subject, text: mailing.text } : {}) }
  })
  return { rows: shown, columns: ['date_create', 'channel', 'user_id', 'subject', 'text', 'mailing_id'] }
}
