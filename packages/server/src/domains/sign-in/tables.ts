import { normalizeLogin } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { countRows } from '#engine/count-rows'
import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'
import type { AllTableRules } from '#engine/table-rules'
import { consumeInvitations } from './invitation-limit.ts'
import { INVITATION_DAYS } from './links.ts'
import { languageOf } from '#domains/outbox/mail-text'
import { queueRequest } from './requests.ts'

/** Maximum number of invitations of a company: each is a mail sent in our name. */
const MAX_INVITATIONS = 200

/** Sends the link of a new invitation. After that it can only be accepted or revoked. */
const invitationHook: SaveHook = {
  async before(rows, { change, lang, now }) {
    const refusals = createRefusals()
    const existing = await countRows(change, entities.invitation)
    await refusals.each(rows, ({ planned, set }) => {
      if (existing + rows.length > MAX_INVITATIONS) throw refusedRow(planned, 'limit_reached', undefined, [MAX_INVITATIONS])
      const { email = '', lang: chosen } = set as { email?: string; lang?: string }
      set['email'] = normalizeLogin(email)
      if (set['email'] === '') throw refusedRow(planned, 'required', 'email', ['email'])
      set['lang'] = languageOf(chosen || lang)
      set['expires'] = new Date(now.getTime() + INVITATION_DAYS * 86_400_000).toISOString()
    })
    refusals.raise()
    await consumeInvitations(change.tx, change.info, rows.length)
  },
  async after(rows, { change: { tx, info } }) {
    for (const { after } of rows)
      await queueRequest(tx, { kind: 'invitation', company: info.company, invitation: Number(after?.['invitation_id']) })
  },
}

export const tables: AllTableRules = {
  invitation: {
    save: invitationHook,
    references: {
      nestedReferences: ({ merchants }) =>
        ((merchants ?? []) as { merchant: number }[]).map(({ merchant }) => ({
          field: 'merchants',
          target: entities.merchant,
          key: merchant,
        })),
    },
    // The mail has been sent; revoking is deleting.
    undo: { isNotUndoable: true },
  },
  // Its secret would be missing.
  second_factor: { undo: { isNotUndoable: true } },
}
