import { type OverdueDays, overdueDays, overdueSettings, readReminderDays } from '@tiffin/core/rules'
import type { Tx } from '#db/database'

/** The days on which companies are reminded. An invalid setting can't be saved; if one is stored anyway, the default applies. */
export async function reminderDays(tx: Tx): Promise<readonly number[]> {
  const [row] = await tx.sql<{ value: string }>(`select value from global_settings where name = 'reminder_days'`)
  return readReminderDays(row?.value ?? '') ?? readReminderDays('') ?? []
}

/** When an unpaid company is suspended and blocked. In `app_settings`, because the consoles of owners use it too. */
export const readOverdueDays = async (tx: Tx): Promise<OverdueDays> =>
  overdueDays(
    await tx.sql<{ name: string; value: string }>('select name, value from app_settings where name = any($1)', [overdueSettings]),
  )
