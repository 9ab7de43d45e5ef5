import type { Change, Key } from '#engine/change-info'
import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'
import type { AllTableRules } from '#engine/table-rules'
import { messageHook } from './message-hook.ts'

const isWaiting = (state: unknown): boolean => state === 'draft' || state === 'scheduled'

/** A mailing can't be changed once it is scheduled, since its recipients were counted, or once it has started. */
const mailingHook: SaveHook = {
  async before(rows) {
    const refusals = createRefusals()
    const closed = rows.filter(({ before }) => before !== null && before['state'] !== 'draft')
    await refusals.each(closed, ({ planned, before }) => {
      throw refusedRow(planned, before?.['state'] === 'scheduled' ? 'mailing_scheduled' : 'mailing_started')
    })
    refusals.raise()
  },
}

/** Deletes the messages to deleted customers; the counts of the mailings stay. */
export async function removeMailingRows({ tx, info }: Change, users: readonly Key[]): Promise<void> {
  await tx.sql('delete from message where company = $1 and user_id = any($2::bigint[]) and mailing_id is not null', [
    info.company,
    users,
  ])
}

const mailBlockHook: SaveHook = {
  async before(rows) {
    for (const { set } of rows) if (typeof set['address'] === 'string') set['address'] = set['address'].toLowerCase()
  },
}

export const tables: AllTableRules = {
  mail_block: { save: mailBlockHook },
  mailing: {
    save: mailingHook,
    delete: {
      refuse(row, { state }) {
        if (!isWaiting(state)) throw refusedRow(row, 'mailing_started')
      },
    },
    undo: { isNotUndoable: true },
  },
  message: { save: messageHook, undo: { isNotUndoable: true } },
}
