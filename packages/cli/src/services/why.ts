import { explain, type Explanation, orderFormat, readSavedBoard, type Why } from '@tiffin/core/explain'
import { apiError, entities } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { readKey } from './find-entity.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

/** Explains an order, or only a promo code for it, with the board that the user last saw. */
export async function explainOrder(
  connection: Connection,
  { order, promocode }: { order: string; promocode?: string },
  t: CommandTranslate,
): Promise<{ data: Partial<Why>; parts: Explanation[] }> {
  const { client, lang } = connection
  const order_id = Number(readKey(entities.order, order))
  const user = await connection.user()
  if (!user.company) throw apiError('company_required')
  const now = Date.now()
  const reader = { t, format: orderFormat(user.company, { lang, now }) }
  if (promocode !== undefined) {
    const { data } = await client.Order.why({ order_id, promocode })
    return { data: { order_id, code: data.code, promocode: data.promocode }, parts: explain(data, reader, ['promocode']) }
  }
  const { data } = await client.Order.why({ order_id, board: await readSavedBoard(client, user, now) })
  return { data, parts: explain(data, reader) }
}
