import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import * as z from 'zod'
import type { Context } from '#server/context'
import type { Database, Tx } from '#db/database'
import { hashSecret } from '#sessions/credentials'

/** Lifetime of a challenge. */
const CHALLENGE_SECONDS = 300
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

export interface PasskeyRequest {
  /** `sign_in`: instead of a password. `second_step`: after one. `add`: stores a new passkey. `confirm`: instead of a code. */
  purpose: 'sign_in' | 'second_step' | 'add' | 'confirm'
  /** The only user whose passkey is accepted; null for any. */
  admin: number | null
}

type Site = Pick<Context, 'config' | 'publicUrl'>

/** Loaded when it is needed: it takes a quarter of a second. */
const library = () => import('@simplewebauthn/server')

const originOf = ({ publicUrl }: Site): string => new URL(publicUrl()).origin
const domainOf = ({ config, publicUrl }: Site): string => config.TIFFIN_PASSKEY_DOMAIN ?? new URL(publicUrl()).hostname

async function newChallenge(db: Database, { purpose, admin }: PasskeyRequest, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  await db.write({ global: true }, (tx) =>
    tx.sql(
      `insert into passkey_challenge (challenge_hash, purpose, admin, expires)
       values ($1, $2, $3, $4::timestamptz + make_interval(secs => ${CHALLENGE_SECONDS}))`,
      [hashSecret(challenge.toString('base64url')), purpose, admin, now],
    ),
  )
  return new Uint8Array(challenge)
}

/** Whether the challenge was issued for this request; deleted by its first use, right or wrong. */
const takeChallenge =
  (db: Database, { purpose, admin }: PasskeyRequest, now: Date) =>
  async (challenge: string) => {
    const taken = await db.write({ global: true }, (tx) =>
      tx.sql<{ fits: boolean }>(
        `delete from passkey_challenge where challenge_hash = $1
       returning purpose = $2 and admin is not distinct from $3::bigint and expires > $4 as fits`,
        [hashSecret(challenge), purpose, admin, now],
      ),
    )
    return taken[0]?.fits === true
  }

type Call = Site & Pick<Context, 'db' | 'log' | 'now'>

/** Options with which the browser creates a passkey. */
export async function creationOptions(call: Call, person: { admin: number; login: string; name: string }) {
  const [{ generateRegistrationOptions }, challenge, known] = await Promise.all([
    library(),
    newChallenge(call.db, { purpose: 'add', admin: person.admin }, call.now()),
    call.db.read({ global: true }, (tx) => credentialsOf(tx, person.admin)),
  ])
  return generateRegistrationOptions({
    rpName: 'Tiffin',
    rpID: domainOf(call),
    userID: new TextEncoder().encode(`admin ${person.admin}`),
    userName: person.login,
    userDisplayName: person.name,
    challenge,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Options with which the browser requests a passkey: one of a certain user, or any of this site. */
export async function requestOptions(call: Call, request: PasskeyRequest) {
  const [{ generateAuthenticationOptions }, challenge, known] = await Promise.all([
    library(),
    newChallenge(call.db, request, call.now()),
    request.admin === null ? undefined : call.db.read({ global: true }, (tx) => credentialsOf(tx, request.admin as number)),
  ])
  return generateAuthenticationOptions({
    rpID: domainOf(call),
    challenge,
    userVerification: request.purpose === 'sign_in' ? 'required' : 'preferred',
    ...(known ? { allowCredentials: known } : {}),
  })
}

async function credentialsOf(tx: Tx, admin: number) {
  const rows = await tx.sql<{ id: string; transports: string[] }>(
    'select credential as id, transports from passkey where admin = $1 order by factor',
    [admin],
  )
  return rows.map(({ id, transports }) => ({ id, transports }))
}

export interface NewPasskey {
  credential: string
  public_key: Uint8Array
  counter: number
  transports: string[]
}

/** Checks the browser's response to `creationOptions`. @throws `passkey_wrong` */
export async function checkNewPasskey(call: Call, admin: number, response: unknown): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const checked = await rejectOnError(call, () =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: takeChallenge(call.db, { purpose: 'add', admin }, call.now()),
      expectedOrigin: originOf(call),
      expectedRPID: domainOf(call),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!checked.verified) throw apiError('passkey_wrong')
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential
  return { credential: id, public_key: publicKey, counter, transports: transportsSchema.parse(transports) }
}

/** Chosen by the browser, and only passed back to it. */
const transportsSchema = z.array(z.string().max(30)).max(10).catch([])
const answerSchema = z.looseObject({ id: z.string().max(2000) })

/**
 * Makes passkeys sign in only along with the password, until they have done so once: someone who knew the former password may
 * have added them. They stay second factors, because a repair must not bypass these.
 */
export const requirePassword = (tx: Tx, admin: number): Promise<unknown> =>
  tx.sql('update passkey set needs_password = true where admin = $1', [admin])

/** Number of passkeys that open the account without the password. */
export async function countPasskeys(tx: Tx, admin: number): Promise<number> {
  const rows = await tx.sql('select from passkey where admin = $1 and not needs_password', [admin])
  return rows.length
}

/** The user whose passkey responded, instead of a password or as a second step. @throws `passkey_wrong` */
export async function checkPasskey(call: Call, request: PasskeyRequest, response: unknown): Promise<number> {
  const answer = answerSchema.safeParse(response)
  if (!answer.success) throw apiError('passkey_wrong')
  const [known] = await call.db.read({ global: true }, (tx) =>
    tx.sql<{ factor: number; admin: number; credential: string; public_key: Buffer; counter: number }>(
      'select factor, admin, credential, public_key, counter from passkey where credential = $1',
      [answer.data.id],
    ),
  )
  if (!known || (request.admin !== null && known.admin !== request.admin)) throw apiError('passkey_wrong')
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await rejectOnError(call, () =>
    verifyAuthenticationResponse({
      response: answer.data as unknown as AuthenticationResponseJSON,
      expectedChallenge: takeChallenge(call.db, request, call.now()),
      expectedOrigin: originOf(call),
      expectedRPID: domainOf(call),
      requireUserVerification: request.purpose === 'sign_in',
      credential: { id: known.credential, publicKey: new Uint8Array(known.public_key), counter: known.counter },
    }),
  )
  if (!verified) throw apiError('passkey_wrong')
  // A copied authenticator has an old counter; synced passkeys always have 0.
  const counted = await call.db.write({ global: true }, async (tx) => {
    await tx.sql('update second_factor set last_used = $2 where second_factor_id = $1', [known.factor, call.now()])
    // Other purposes than a sign-in come with the password.
    return tx.sql(
      `update passkey set counter = $2, needs_password = false
       where factor = $1 and (counter < $2 or (counter = 0 and $2 = 0)) and not ($3 and needs_password) returning factor`,
      [known.factor, authenticationInfo.newCounter, request.purpose === 'sign_in'],
    )
  })
  if (counted.length === 0) throw apiError('passkey_wrong')
  return known.admin
}

/** The library throws for everything that is wrong with a response. */
async function rejectOnError<T>({ log }: Pick<Context, 'log'>, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (isApiError(error)) throw error
    log.info({ err: error }, 'a passkey was refused')
    throw apiError('passkey_wrong')
  }
}
