import { apiError } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'

const MEGABYTE = 1_000_000
/** Quota of a user without a company. Anyone may register, and needs storage only for a profile picture. */
const PERSONAL_MEGABYTES = 20

/** Outside any company, such as in the profile, storage counts towards the user. */
export const ownerOf = ({ company, session }: CallContext): string =>
  company === null ? `admin ${session?.admin_id ?? 0}` : `company ${company}`

/** The storage that a call uses, and its quota. */
export interface Quota {
  who: string
  maxMegabytes: number
}

export function quotaOf(call: CallContext): Quota {
  const { company, session, config } = call
  const isPersonal = company === null && session?.actor.role !== 1
  const all = config.TIFFIN_PICTURES_MB
  return { who: ownerOf(call), maxMegabytes: isPersonal ? Math.min(PERSONAL_MEGABYTES, all) : all }
}

/**
 * Counts a picture or sound towards its owner's limit, then stores it. The same file counts only once, however often it
 * is stored.
 * @throws `pictures_full`, and what `store` throws
 */
export async function storeWithinQuota(
  db: CallContext['db'],
  { who, maxMegabytes, name, bytes }: Quota & { name: string; bytes: number },
  store: () => Promise<void>,
): Promise<void> {
  const counted = await db.write({ global: true }, async (tx) => {
    // Uploads at the same time would each find the same room.
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', [`pictures ${who}`, 0])
    const [room] = await tx.sql<{ known: boolean; taken: number }>(
      `select coalesce(bool_or(name = $2), false) as known, coalesce(sum(bytes), 0)::float8 as taken from stored_picture where who = $1`,
      [who, name],
    )
    if (room?.known === true) return false
    if ((room?.taken ?? 0) + bytes > maxMegabytes * MEGABYTE) throw apiError('pictures_full', { params: [maxMegabytes] })
    await tx.sql('insert into stored_picture (who, name, bytes) values ($1, $2, $3) on conflict do nothing', [who, name, bytes])
    return true
  })
  try {
    await store()
  } catch (error) {
    if (counted)
      await db.write({ global: true }, (tx) => tx.sql('delete from stored_picture where who = $1 and name = $2', [who, name]))
    throw error
  }
}
