import { entities } from '@tiffin/sdk/contract'
import type { Change, Key } from '#engine/change-info'
import { factorKinds } from './factors.ts'

/** Removes the second factors of users who are deleted, or whose password someone else has set. */
export async function endFactors(change: Change, admins: readonly Key[]): Promise<void> {
  const rows = await change.tx.sql<{ key: number; admin: number }>(
    'select second_factor_id as key, admin from second_factor where admin = any($1) order by 1',
    [admins],
  )
  if (rows.length === 0) return
  await change.lock(
    entities.second_factor,
    rows.map(({ key }) => key),
    'for update',
  )
  for (const [admin, own] of Map.groupBy(rows, (row) => row.admin))
    await removeFactors(
      change,
      admin,
      own.map(({ key }) => key),
    )
}

/** Removes locked factors. Their secrets go with the rows; the recovery codes with the last one. */
export async function removeFactors(change: Change, admin: number, keys: readonly number[]): Promise<void> {
  await change.remove(entities.second_factor, keys)
  if ((await factorKinds(change.tx, admin)).length === 0)
    await change.tx.sql('delete from recovery_code where admin = $1', [admin])
}
