import { randomBytes } from 'node:crypto'
import type { CallContext } from '#server/context'
import type { Session } from '#sessions/sessions'

/** The user's key for unsaved changes, created at their first sign-in; kitchen devices and access tokens have none. */
export async function draftKeyOf({ db }: CallContext, { admin_id, device, token }: Session): Promise<{ draft_key?: string }> {
  if (device !== null || token !== null) return {}
  const read = () =>
    db.read({ global: true }, (tx) => tx.sql<{ key: string }>('select key from draft_key where admin = $1', [admin_id]))
  let [found] = await read()
  if (!found) {
    const key = randomBytes(32).toString('base64')
    await db.write({ global: true }, (tx) =>
      tx.sql('insert into draft_key (admin, key) values ($1, $2) on conflict do nothing', [admin_id, key]),
    )
    // A concurrent sign-in may have been first.
    ;[found] = await read()
  }
  return found ? { draft_key: found.key } : {}
}
