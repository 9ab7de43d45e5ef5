import type { Actor, CompanyOptions } from '@tiffin/core/rules'
import { apiError, companyOptions } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Database, Tx } from '#db/database'
import type { RightsVersion } from './rights-version.ts'

/** Prefix of a paired device in the history; its id follows. */
export const PAIRED_PREFIX = 'paired:'

/** The options of a company `c` as one JSON object. */
export const OPTIONS = `jsonb_build_object(${companyOptions.map((name) => `'${name}', c.${quote(name)}`).join(', ')})`

/** How long a paired device stays signed in unless it is revoked (KDS-25). */
const YEARS = 50

export interface PairedDevice {
  device_id: number
  name: string
  merchants: readonly number[]
}

/** Creates the session of a paired device; its secret was chosen when pairing began. */
export async function startDeviceSession(
  tx: Tx,
  session: { secretHash: Buffer; admin: number; company: number; device: number; address: string },
): Promise<void> {
  const { secretHash, admin, company, device, address } = session
  await tx.sql(
    `insert into session (secret_hash, admin, company, device, cookie, app, address, expires)
     values ($1, $2, $3, $4, false, 'device', $5, now() + make_interval(years => $6))`,
    [secretHash, admin, company, device, address, YEARS],
  )
}

/** Ends a device's session; its open sockets learn of it through the feed. */
export const endDeviceSession = (tx: Tx, device: number): Promise<unknown> =>
  tx.sql('delete from session where device = $1', [device])

/**
 * The actor of a paired device: staff of its company with its merchants, without any rights of the user who confirmed it.
 * @throws `session_required` if it was revoked or its company is deleted, `foreign_company` for any company but its own
 */
export async function loadDeviceActor(
  db: Pick<Database, 'read' | 'write'>,
  session: { admin: number; company: number; device: number },
  requestedCompany: number | null | undefined,
): Promise<{ actor: Actor; device: PairedDevice; rights: RightsVersion }> {
  const { admin, company, device: id } = session
  if (requestedCompany !== undefined && requestedCompany !== company) throw apiError('foreign_company')
  const [device] = await db.read({ company }, (tx) =>
    tx.sql<PairedDevice & { version: number; unseen: boolean; options: CompanyOptions }>(
      `select d.device_id, d.name, d.merchants, d.revision as version, d.last_seen is null or d.last_seen < now() - interval '1 minute' as unseen,
         ${OPTIONS} as options
       from device d join company c on c.company_id = d.company and c.deleted is null
       where d.company = $1 and d.device_id = $2 and d.revoked = 0`,
      [company, id],
    ),
  )
  if (!device) throw apiError('session_required')
  // A sign of life is not a change, so history and revision don't include it.
  if (device.unseen)
    await db.write({ company }, (tx) =>
      tx.sql('update device set last_seen = now() where company = $1 and device_id = $2', [company, id]),
    )
  const { device_id, name, merchants } = device
  const actor: Actor = {
    admin_id: admin,
    role: 2,
    company,
    company_role: 2,
    merchants: new Map(),
    options: device.options,
    dictionary_edit: [],
    device: { merchants },
  }
  return { actor, device: { device_id, name, merchants }, rights: { device: device_id, version: device.version } }
}
