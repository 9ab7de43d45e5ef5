import { entities } from '@tiffin/sdk/contract'
import type { Change, Key } from '#engine/change-info'

/** Ends all access tokens of users, with a change that makes them unsafe or deletes the users (AMB-232). */
export async function endTokens(change: Change, admins: readonly Key[]): Promise<void> {
  const tokens = await change.tx.sql<{ access_token_id: number }>(
    'select access_token_id from access_token where admin = any($1) order by 1',
    [admins],
  )
  const ids = tokens.map(({ access_token_id }) => access_token_id)
  if (ids.length === 0) return
  await change.lock(entities.access_token, ids, 'for update')
  await change.remove(entities.access_token, ids)
}
