import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#db/database'
import type { SecretBox } from '#sessions/secret-box'

const PERIOD_SECONDS = 30
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1

interface Clocked {
  now: Date
  secretBox: SecretBox
}

const ownerOf = (admin: number): string => `totp ${admin}`

const generator = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Tiffin', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret })

/** Stores a new secret, which replaces an unconfirmed one; undefined if the person has a confirmed one. */
export async function newTotp(
  tx: Tx,
  { secretBox, now }: Clocked,
  { admin, login }: { admin: number; login: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: 20 })
  const stored = await tx.sql(
    `insert into totp_secret (admin, secret, created) values ($1, $2, $3)
     on conflict (admin) do update set secret = excluded.secret, last_step = 0, created = excluded.created
     where totp_secret.factor is null returning admin`,
    [admin, secretBox.seal(secret.base32, ownerOf(admin)), now],
  )
  return stored.length === 0 ? undefined : { secret: secret.base32, uri: generator(secret, login).toString() }
}

/** Whether a code is right and was not used before; it is used up. */
export async function takeTotp(
  tx: Tx,
  { secretBox, now }: Clocked,
  { admin, code, confirmed }: { admin: number; code: string; confirmed: boolean },
): Promise<boolean> {
  const [row] = await tx.sql<{ secret: Buffer }>(
    'select secret from totp_secret where admin = $1 and (factor is not null) = $2 for update',
    [admin, confirmed],
  )
  if (!row) return false
  const secret = Secret.fromBase32(secretBox.open(row.secret, ownerOf(admin)))
  const delta = generator(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
  const taken = await tx.sql('update totp_secret set last_step = $2 where admin = $1 and last_step < $2 returning admin', [
    admin,
    step,
  ])
  return taken.length > 0
}
