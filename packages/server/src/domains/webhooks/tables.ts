import { entities } from '@tiffin/sdk/contract'
import { tokenMayCall } from '@tiffin/core/rules'
import { countRows } from '#engine/count-rows'
import type { AllTableRules } from '#engine/table-rules'
import { refusedRow } from '#engine/save-plan'
import { createRefusals } from '#engine/refusals'
import type { SavedRow, SaveHook } from '#engine/save-hook'
import { createState } from './queue-deliveries.ts'

/** Maximum webhooks of a company. */
const MAX_WEBHOOKS = 20

/** Whether the save decides where orders are sent. */
const sendsOrders = ({ before, set }: SavedRow): boolean =>
  before === null || ['url', 'enabled'].some((name) => set[name] !== undefined && set[name] !== before[name])

const webhookHook: SaveHook = {
  async before(rows, { actor, change, now }) {
    const refusals = createRefusals()
    const added = rows.filter(({ before }) => before === null)
    // A webhook reads orders for its receiver, also after the access token has ended.
    const decision = tokenMayCall(actor, ['read'])
    await refusals.each(rows.filter(sendsOrders), ({ planned }) => {
      if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
    })
    refusals.raise()
    const existing = added.length === 0 ? 0 : await countRows(change, entities.webhook)
    await refusals.each(added, ({ planned }) => {
      if (existing + added.length > MAX_WEBHOOKS) throw refusedRow(planned, 'limit_reached', undefined, [MAX_WEBHOOKS])
    })
    refusals.raise()
    for (const { before, set } of rows) {
      if (before === null || set['enabled'] === undefined || set['enabled'] === before['enabled']) continue
      set['disabled_reason'] = null
      set['disabled_at'] = set['enabled'] === 1 ? null : now.toISOString()
    }
  },
  async after(rows, { change: { tx, info } }) {
    for (const { before, after } of rows) {
      const webhook = Number(after?.['webhook_id'])
      if (before === null) await createState(tx, info.company, webhook)
      // A webhook that is enabled again gets another five days.
      else if (before['enabled'] !== 1 && after?.['enabled'] === 1)
        await tx.sql('update webhook_state set failing_since = null where company = $1 and webhook = $2', [info.company, webhook])
    }
  },
}

export const tables: AllTableRules = {
  webhook: {
    save: webhookHook,
    // A restored webhook gets a new secret.
    undo: { notRestored: ['secret_shown'] },
    delete: {
      removeParts: async ({ tx, info }, keys) => {
        await tx.sql('delete from webhook_delivery where company = $1 and webhook = any($2)', [info.company, keys])
      },
    },
  },
}
