import { type Calls, entities, type Input, type Webhook } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { notFound, suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import { confirm } from '../prompt.ts'
import type { Result } from '../results/result.ts'
import { suggest } from '../suggest.ts'
import { readKey } from './find-entity.ts'
import { queryOf, readRows } from './read-rows.ts'
import { readTime } from './read-time.ts'

const events = ['created', 'moved', 'cancelled'] as const

type NewWebhook = Pick<Webhook, 'url' | 'name' | 'order_created' | 'order_moved' | 'order_cancelled'>

export const readWebhook = (id: string): number => readKey(entities.webhook, id) as number

/** The argument and options of `webhook create`, checked. */
export function readNewWebhook(url: string, options: { events?: string; name?: string }): NewWebhook {
  const { protocol } = URL.parse(url) ?? {}
  if (protocol !== 'https:' && protocol !== 'http:')
    throw wrongUsage('The address %1 is not valid', { params: [url], next: ['It must begin with http:// or https://'] })
  const chosen = options.events === undefined ? events : readList(options.events).map(readEvent)
  const [order_created, order_moved, order_cancelled] = events.map((event) => (chosen.includes(event) ? 1 : 0)) as [
    0 | 1,
    0 | 1,
    0 | 1,
  ]
  return { url, name: options.name ?? '', order_created, order_moved, order_cancelled }
}

function readEvent(given: string): (typeof events)[number] {
  const found = events.find((event) => event === given.replace(/^order\./, ''))
  if (found) return found
  const meant = suggest(given, events)
  throw wrongUsage('Event not found: %1', { params: [given], next: [suggestionOr(meant, { message: events.join(', ') })] })
}

const columns = ['webhook_id', 'name', 'url', 'order_created', 'order_moved', 'order_cancelled', 'enabled', 'disabled_reason']

export async function listWebhooks(connection: Connection): Promise<Result> {
  const { rows } = await readRows(connection, { table: 'webhook', order: [{ field: 'webhook_id' }], limit: [0, 1000] })
  return { rows, columns }
}

interface Created {
  webhook_id: number
  secret: string
}

/** Creates a webhook; only this result has its secret. */
export async function createWebhook({ connect, say, t }: Call<object>, requested: NewWebhook): Promise<Created> {
  const connection = await connect()
  const { data } = await connection.client.Reference.saveData({ tables: [{ table: 'webhook', id: 0, row: { ...requested } }] })
  const id = Number(data['webhook']?.data?.['webhook_id'])
  try {
    return await rotateWebhook(connection, id)
  } catch (error) {
    say(t('The webhook exists, but without a secret that you know. To get one: %1', [`tiffin webhook rotate ${id}`]))
    throw error
  }
}

/** Replaces the secret of a webhook; only this result has it. */
export async function rotateWebhook({ client }: Connection, id: number): Promise<Created> {
  const { data } = await client.Webhook.rotate({ webhook_id: id })
  return { webhook_id: id, secret: data.secret }
}

export async function testWebhook({ client }: Connection, id: number): Promise<Result> {
  const { data } = await client.Webhook.test({ webhook_id: id })
  return { rows: [{ webhook_delivery_id: data.webhook_delivery_id }], single: true }
}

/** Deletes webhooks after a confirmation that names their addresses. */
export async function deleteWebhooks(call: Call<object>): Promise<Result> {
  const { args, options, t } = call
  const ids = [...new Set(args.map(readWebhook))]
  const connection = await call.connect()
  const { rows: all } = await listWebhooks(connection)
  const rows = all.filter((row) => ids.includes(row['webhook_id'] as number))
  if (rows.length < ids.length) throw notFound('No results')
  const result = { rows, columns: ['webhook_id', 'url'] }
  if (options.dryRun === true) return { ...result, remarks: [t('Nothing was changed')] }
  const addresses = rows.map((row) => String(row['url'])).join(', ')
  await confirm(call, { text: 'Delete webhooks: %1?', params: [addresses] })
  await connection.client.Reference.deleteData({ tables: ids.map((id) => ({ table: 'webhook', id })) })
  return { ...result, remarks: [t('Deleted: %1', [ids.length])] }
}

export async function listDeliveries(
  connection: Connection,
  webhook: number,
  { state, limit }: { state?: string; limit?: string },
): Promise<Result> {
  const { webhook_delivery: entity } = entities
  const where = [`webhook=${webhook}`, ...(state === undefined ? [] : [`state=${state}`])]
  const query = await queryOf(
    connection,
    entity,
    { where, order: ['-webhook_delivery_id'], ...(limit === undefined ? {} : { limit }) },
    50,
  )
  const { rows } = await readRows(connection, query)
  const shown = ['created', 'type', 'order', 'state', 'attempts', 'next_attempt', 'http_status', 'problem', 'answer']
  return { rows, columns: ['webhook_delivery_id', ...shown] }
}

type Replay = Input<Calls['Webhook']['replay']>

export interface ReplayOptions {
  from?: string
  to?: string
  undelivered?: boolean
}

/** The arguments and options of `webhook replay`, checked: deliveries or a period. */
export function readReplay(id: string, deliveries: readonly string[], options: ReplayOptions): Replay {
  const webhook_id = readWebhook(id)
  if (deliveries.length > 0) {
    if (options.from !== undefined || options.to !== undefined || options.undelivered === true)
      throw wrongUsage('Give deliveries or a period, not both')
    return { webhook_id, deliveries: deliveries.map((delivery) => readKey(entities.webhook_delivery, delivery) as number) }
  }
  if (options.from === undefined) throw wrongUsage('%1 is required', { params: ['--from'] })
  const to = options.to === undefined ? new Date().toISOString() : readTime('--to', options.to)
  return { webhook_id, from: readTime('--from', options.from), to, undelivered: options.undelivered === true }
}

export async function replayDeliveries({ client }: Connection, request: Replay): Promise<number> {
  const { data } = await client.Webhook.replay(request)
  return data.count
}
