import { entities } from '@tiffin/sdk/contract'
import type { Change, Key } from '#engine/change-info'

/** Removes the second factors of users who are deleted. */
export async function endFactors(change: Change, admins: readonly Key[]): Promise<void> {
  const rows = await change.tx.sql<{ key: number }>(
    'select second_factor_id as key from second_factor where admin = any($1) order by 1',
    [admins],
  )
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) return
  await change.lock(entities.second_factor, keys, 'for update')
  await change.remove(entities.second_factor, keys)
}
