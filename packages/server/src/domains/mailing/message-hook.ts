import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'
import { assertEnabled } from '#tenant/company-state'
import { queuePush } from './queue-mailing.ts'

/** Sends a new message to the customer's phone in their language; a customer without a phone gets none (PUSH-07, PUSH-09). */
export const messageHook: SaveHook = {
  async before(rows, { change, now }) {
    const created = rows.filter(({ before }) => before === null)
    if (created.length === 0) return
    await assertEnabled(change)
    const users = await change.tx.sql<{ user_id: number; phone: string; lang: string }>(
      'select user_id, phone, lang from "user" where company = $1 and user_id = any($2::bigint[])',
      [change.info.company, created.map(({ set }) => set['user_id'])],
    )
    const byId = new Map(users.map((user) => [user.user_id, user]))
    const refusals = createRefusals()
    await refusals.each(created, ({ planned, set }) => {
      const user = byId.get(Number(set['user_id']))
      if (!user || user.phone === '') throw refusedRow(planned, 'invalid_value', 'user_id')
      set['phone'] = user.phone
      set['lang'] = user.lang
      set['next_attempt'] = now.toISOString()
    })
    refusals.raise()
  },
  async after(rows, { change: { tx, info } }) {
    const created = rows.filter(({ before }) => before === null).map(({ after }) => Number(after?.['message_id']))
    if (created.length > 0) await queuePush(tx, info.company, created)
  },
}
