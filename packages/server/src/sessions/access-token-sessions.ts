import type { TokenScope } from '@tiffin/sdk/contract'
import { apiError } from '@tiffin/sdk/contract'
import type { Actor } from '@tiffin/core/rules'
import type { Database, Tx } from '#db/database'

/** An access token as its session carries it (AMB-232). */
export interface TokenSession {
  access_token_id: number
  name: string
  scopes: TokenScope[]
  /** Empty for all companies of the user. */
  companies: number[]
  expires: string
}

/** SQL of the token `t` of a session `s`; null for other sessions. */
export const TOKEN_OF_SESSION = `(select jsonb_build_object('access_token_id', t.access_token_id, 'name', t.name, 'scopes', t.scopes,
  'companies', t.companies, 'expires', to_char(t.expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from access_token t where t.access_token_id = s.access_token)`

/** Creates the session of an access token. It ends with the token's row, at the latest when it expires. */
export async function startTokenSession(
  tx: Tx,
  session: { secretHash: Buffer; admin: number; token: number; address: string },
): Promise<void> {
  await tx.sql(
    `insert into session (secret_hash, admin, access_token, cookie, app, address, expires)
     select $1, $2, access_token_id, false, 'token', $4, expires from access_token where access_token_id = $3`,
    [session.secretHash, session.admin, session.token, session.address],
  )
}

/**
 * The company that a token acts for, if its user would act for `chosen` by default.
 * @throws `token_company` if the call specifies one to which the token is not limited
 */
export function companyOfToken(
  { companies }: TokenSession,
  requested: number | null | undefined,
  chosen: number | null,
): number | null {
  if (companies.length === 0) return requested === undefined ? chosen : requested
  if (requested === undefined) return chosen !== null && companies.includes(chosen) ? chosen : (companies[0] as number)
  if (requested === null || !companies.includes(requested)) throw apiError('token_company')
  return requested
}

/** The rights of a user with a token. Limited to companies, a platform administrator has their owners' rights (PERM-08). */
export function withToken(actor: Actor, { scopes, companies }: TokenSession): Actor {
  const limited = companies.length > 0 && actor.role === 1 ? ({ role: 2, company_role: 1 } as const) : {}
  return { ...actor, ...limited, token: { scopes, companies } }
}

/** Records the use of a token, at most once a minute. It is not a change, so history and revision don't include it. */
export async function recordUse(db: Pick<Database, 'write'>, token: number): Promise<void> {
  await db.write({ global: true }, (tx) =>
    tx.sql(
      `update access_token set last_used = now()
       where access_token_id = $1 and (last_used is null or last_used < now() - interval '1 minute')`,
      [token],
    ),
  )
}
