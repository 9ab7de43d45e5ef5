import type { Webhook } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { type OrderEvent, readOrderEvents } from './order-events.ts'

/** A locked webhook with its internal state. */
export interface LockedWebhook extends Pick<Webhook, 'url' | 'enabled' | 'order_created' | 'order_moved' | 'order_cancelled'> {
  owner: number
  company_enabled: boolean
  position: number
  /** Encrypted; null until it was shown. */
  secret: string | null
  /** Previous secrets that still sign, encrypted. */
  former_secrets: string[]
}

/** Locks a webhook, so that its deliveries are created and claimed by one process at a time; undefined if it was deleted. */
export async function lockWebhook(tx: Tx, company: number, webhook: number): Promise<LockedWebhook | undefined> {
  await createState(tx, company, webhook)
  const [row] = await tx.sql<LockedWebhook>(
    `select w.url, w.admin as owner, w.enabled::int as enabled, w.order_created::int as order_created, w.order_moved::int as order_moved,
       w.order_cancelled::int as order_cancelled, s.position, s.secret, c.enable = 1 and c.deleted is null as company_enabled,
       array(select f ->> 'secret' from jsonb_array_elements(s.former_secrets) f
         where (f ->> 'until')::timestamptz > now()) as former_secrets
     from webhook_state s join webhook w on w.company = s.company and w.webhook_id = s.webhook
       join company c on c.company_id = s.company
     where s.company = $1 and s.webhook = $2 for update of s`,
    [company, webhook],
  )
  return row
}

/** The current place in the feed; a webhook restored by undo has none. Its secret is made when it is first shown. */
export const createState = (tx: Tx, company: number, webhook: number): Promise<unknown> =>
  tx.sql(
    `insert into webhook_state (company, webhook, position)
     select w.company, w.webhook_id, coalesce((select last from feed_counter f where f.company = $1), 0)
     from webhook w where w.company = $1 and w.webhook_id = $2 for key share of w on conflict do nothing`,
    [company, webhook],
  )

/**
 * Creates the deliveries of the events since the last time, in the transaction that moves the webhook's place in the feed. The
 * feed was written with the change itself, so no event is lost, whenever the server stops.
 * @returns whether there are more events now
 */
export async function queueDeliveries(tx: Tx, company: number, webhook: number, locked: LockedWebhook): Promise<boolean> {
  const { events, end, more } = await readOrderEvents(tx, company, locked.position)
  const requested = events.filter(({ type }) => isWanted(locked, type))
  await insertDeliveries(tx, company, webhook, requested)
  if (end > locked.position)
    await tx.sql('update webhook_state set position = $3 where company = $1 and webhook = $2', [company, webhook, end])
  return more
}

const isWanted = (webhook: LockedWebhook, type: OrderEvent['type']): boolean =>
  (type === 'order.created' && webhook.order_created === 1) ||
  (type === 'order.moved' && webhook.order_moved === 1) ||
  (type === 'order.cancelled' && webhook.order_cancelled === 1)

/** Deliveries created by one statement. */
const CHUNK = 1000

async function insertDeliveries(tx: Tx, company: number, webhook: number, events: readonly OrderEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += CHUNK)
    await tx.sql(
      `insert into webhook_delivery (company, webhook, event, type, feed, "order", next_attempt, created)
       select $1, $2, r.id, r.type, r.feed, r."order", now(), r.at
       from jsonb_to_recordset($3::jsonb) as r(id text, type text, feed integer, "order" bigint, at timestamptz)
       on conflict do nothing`,
      [company, webhook, JSON.stringify(events.slice(at, at + CHUNK))],
    )
}

/**
 * Holds the deliveries of a webhook while its owner lacks a required second factor, and releases them afterwards: an access token
 * is refused then, too, and a webhook reads with the same rights.
 * @returns whether they are held
 */
export async function holdWithoutFactor(
  tx: Tx,
  { company, webhook }: { company: number; webhook: number },
  platform: boolean,
): Promise<boolean> {
  const [owner] = await tx.sql<{ lacks: boolean }>(
    `select admin in (select lack_factor(array[admin], $3)) as lacks from webhook
     where company = $1 and webhook_id = $2 and enabled = 1`,
    [company, webhook, platform],
  )
  if (owner?.lacks)
    await tx.sql(
      `update webhook_delivery set state = 'held', problem = 'factor_required', next_attempt = null
       where company = $1 and webhook = $2 and (state = 'pending' or state = 'sending' and next_attempt <= now())`,
      [company, webhook],
    )
  else
    await tx.sql(
      `update webhook_delivery set state = 'pending', problem = null, next_attempt = now()
       where company = $1 and webhook = $2 and state = 'held'`,
      [company, webhook],
    )
  return owner?.lacks ?? false
}

/** Nothing more is sent while the webhook or the company is disabled; its deliveries can be sent again later. */
export const skipDue = (tx: Tx, company: number, webhook: number, problem: 'disabled' | 'company_disabled'): Promise<unknown> =>
  tx.sql(
    `update webhook_delivery set state = 'skipped', problem = $3, next_attempt = null
     where company = $1 and webhook = $2 and (state = 'pending' or state = 'sending' and next_attempt <= now())`,
    [company, webhook, problem],
  )
