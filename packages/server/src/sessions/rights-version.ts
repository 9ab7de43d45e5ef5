import { apiError } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

/** A person or a paired device, and how often their rights had changed when they were read. */
export type RightsVersion = ({ admin: number } | { device: number }) & { version: number }

/** SQL: the number of changes of the rights of `admin`. */
export const rightsVersionOf = (admin: string): string =>
  `coalesce((select v.version from rights_version v where v.admin = ${admin}), 0)`

/**
 * Called last in a transaction: fails if the caller's rights have changed since they were checked, and makes transactions fail
 * that use earlier rights of the people in `changed`. Takes its locks after all locks of rows, in ascending order, so that no one
 * can delay the loss of their rights.
 * @param changed the people whose rights the transaction changes
 * @throws `rights_changed`
 */
export async function enforceRightsVersion(
  tx: Tx,
  own: RightsVersion | undefined,
  changed: readonly number[] = [],
): Promise<void> {
  const person = own && 'admin' in own ? own.admin : undefined
  const people = new Set([...changed, ...(person === undefined ? [] : [person])])
  const locking = [...people]
    .toSorted((a, b) => a - b)
    .map((admin) =>
      tx.sql(
        changed.includes(admin)
          ? `select pg_advisory_xact_lock(hashtextextended('rights ' || $1::text, 0))`
          : `select pg_advisory_xact_lock_shared(hashtextextended('rights ' || $1::text, 0))`,
        [admin],
      ),
    )
  const [[row] = []] = await Promise.all([own && readVersion(tx, own), ...locking])
  if (own && row?.version !== own.version) throw apiError('rights_changed')
  if (changed.length > 0)
    await tx.sql(
      `insert into rights_version as v (admin, version) select admin_id, 1 from admin where admin_id = any($1)
       on conflict (admin) do update set version = v.version + 1`,
      [changed],
    )
}

/** Empty for a revoked device. The lock on its row makes a revocation wait until this change has ended. */
const readVersion = (tx: Tx, own: RightsVersion): Promise<{ version: number }[]> =>
  'device' in own
    ? tx.sql('select revision as version from device where device_id = $1 and revoked = 0 for share', [own.device])
    : tx.sql(`select ${rightsVersionOf('$1')} as version`, [own.admin])
