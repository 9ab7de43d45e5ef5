import { isDeepStrictEqual } from 'node:util'
import { type Actor, chosenEntries, type CompanyOptions } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { Config } from '#server/config'
import type { Database, Tx } from '#db/database'
import { unknownSecret } from './access-token.ts'
import { companyOfToken, recordUse, type TokenSession, TOKEN_OF_SESSION, withToken } from './access-token-sessions.ts'
import { hashSecret, newSecret } from './credentials.ts'
import { loadDeviceActor, OPTIONS, type PairedDevice } from './device-sessions.ts'
import { enforceRightsVersion, type RightsVersion, rightsVersionOf } from './rights-version.ts'

/** A signed-in user or device, as the server sees it. */
export interface Session {
  session_id: number
  admin_id: number
  /** Rights in the company of the current call. */
  actor: Actor
  cookie: boolean
  /** The paired device of the session; null for users (KDS-25). */
  device: PairedDevice | null
  /** The access token of the session; null for other sessions (AMB-232). */
  token: TokenSession | null
  /** The user must set up a second factor before anything else. */
  lacksFactor: boolean
  rights: RightsVersion
}

/** Dependencies of the session store. */
export interface SessionsOptions {
  db: Database
  now(): Date
  config: Pick<Config, 'TIFFIN_ADMIN_SECOND_FACTOR'>
}

interface SessionRow {
  session_id: number
  admin: number
  cookie: boolean
  device: number | null
  company: number | null
  expired: boolean
  locked: boolean
  lacks_factor: boolean
  admin_status: number
  role: 1 | 2
  chosen: number | null
  token: TokenSession | null
  dictionary_edit: string
  version: number
}

interface SessionEntry {
  session: Session
  until: number
}

/** How long a process may cache a session; signing out takes effect everywhere within this time. */
const TRUSTED_MS = 1000
/** How long a user's rights are kept for comparison after their last use, and for how many users. */
const IN_USE_MS = 5 * 60_000
const MAX_KNOWN = 5000
/** A browser session without "remember me" ends with the browser, and in any case after this time. */
const REMEMBERED_SECONDS = 30 * 86_400

/** Users who have selected no company, or have left it, would otherwise have no way to sign in. */
const SELECTED_COMPANY = `case when a.role = 1 or exists (select from companies_of(a.admin_id, false) c where c.company_id = a.company)
  then a.company else (select c.company_id from companies_of(a.admin_id, false) c limit 1) end`

/** SQL condition: a session that user $1 has signed in to. */
const OF_PERSON = 'admin = $1 and device is null and access_token is null'

/** States of a session in which some calls may be made. */
export interface Allowed {
  locked?: boolean | undefined
  factorless?: boolean | undefined
}

export interface Sessions {
  /**
   * The session of a secret, with the user's rights in the company of the call.
   * @param company the company named in the call. Undefined uses the user's selected company while they work there, otherwise
   * the first company that they work for; null means none.
   * @throws `session_required`, `session_expired`, `account_blocked`, `foreign_company`, and for access tokens `token_malformed`,
   * `token_revoked`, `token_expired`, `token_factor_required`, `token_company`; `session_locked` and `factor_required` unless allowed
   */
  find(
    secret: string,
    company: number | null | undefined,
    allowed?: Allowed,
  ): Promise<{ session: Session; company: number | null }>
  /** Like `find`, but never cached; for connections that outlast a call. */
  reload(secret: string, company: number | null | undefined): Promise<{ session: Session; company: number | null }>
  /**
   * Starts a session and returns its secret, which is not stored.
   * @param options.version of the rights that the person had when they showed who they are
   * @throws `rights_changed`, such as by a new password
   */
  start(
    admin: number,
    options: {
      cookie: boolean
      remember: boolean
      app: string
      address: string
      keepAlive: number
      version?: number | undefined
    },
  ): Promise<string>
  /** Extends a session to `keepAlive` seconds from now, after user input. */
  extend(session: Session, keepAlive: number): Promise<void>
  end(session: Session, everywhere: boolean): Promise<void>
  /** Clears the cache, after a change of rights. */
  forget(): void
}

/**
 * Ends all sessions of a user but one, and sign-ins that wait for the second factor, in the same change that makes them unsafe. Devices they confirmed stay (KDS-25). Access
 * tokens end with their rows.
 */
export const endOtherSessions = (tx: Tx, admin: number, but: number | null): Promise<unknown> =>
  tx.sql(
    `with ended as (delete from second_step where admin = $1), codes as (delete from sign_in_code where admin = $1)
     delete from session where ${OF_PERSON} and session_id is distinct from $2`,
    [admin, but],
  )

export function createSessions(context: SessionsOptions): Sessions {
  const { db } = context
  let known = new Map<string, SessionEntry>()
  /** A read that was in progress when rights changed is stored in the old map, which no one uses. */
  const forget = (): void => void (known = new Map())

  async function load(secret: string, requestedCompany: number | null | undefined, allowed: Allowed = {}): Promise<SessionEntry> {
    const row = await db.read({ global: true }, async (tx) => {
      const [found] = await tx.sql<SessionRow>(
        `select s.session_id, s.admin, s.cookie, s.device, s.company, s.expires <= now() as expired, s.locked is not null as locked, a.admin_status, a.role::int as role,
           a.dictionary_edit, ${rightsVersionOf('a.admin_id')} as version, ${SELECTED_COMPANY} as chosen, ${TOKEN_OF_SESSION} as token,
           a.admin_id in (select lack_factor(array[a.admin_id], $2)) as lacks_factor
         from session s join admin a on a.admin_id = s.admin where s.secret_hash = $1`,
        [hashSecret(secret), context.config.TIFFIN_ADMIN_SECOND_FACTOR],
      )
      return found
    })
    if (!row) throw unknownSecret(secret)
    const { admin, device, company: own, token } = row
    if (row.expired) throw apiError(token ? 'token_expired' : 'session_expired')
    if (device !== null && own !== null) {
      const paired = await loadDeviceActor(db, { admin, device, company: own }, requestedCompany)
      // Never cached, so that a revoked device loses access at once.
      return {
        session: { session_id: row.session_id, admin_id: admin, cookie: false, token, lacksFactor: false, ...paired },
        until: 0,
      }
    }
    if (row.admin_status !== 1) throw apiError('account_blocked')
    const rights = { admin, version: row.version }
    if (token) {
      if (row.lacks_factor) throw apiError('token_factor_required')
      const actor = await loadActor(context, row, companyOfToken(token, requestedCompany, row.chosen))
      await recordUse(db, token.access_token_id)
      const session = {
        session_id: row.session_id,
        admin_id: admin,
        cookie: false,
        device: null,
        token,
        lacksFactor: false,
        rights,
      }
      // Never cached, so that a revoked token loses access at once.
      return { session: { ...session, actor: withToken(actor, token) }, until: 0 }
    }
    if (row.locked && !allowed.locked) throw apiError('session_locked')
    const lacksFactor = row.lacks_factor
    if (lacksFactor && !allowed.factorless) throw apiError('factor_required')
    const company = requestedCompany === undefined ? row.chosen : requestedCompany
    const actor = await loadActor(context, row, company)
    return {
      session: {
        session_id: row.session_id,
        admin_id: admin,
        actor,
        cookie: row.cookie,
        device: null,
        token,
        lacksFactor,
        rights,
      },
      // Such a session is never cached for other calls.
      until: row.locked || lacksFactor ? 0 : context.now().getTime() + TRUSTED_MS,
    }
  }

  const slotOf = (secret: string, company: number | null | undefined): string =>
    `${hashSecret(secret).toString('base64')}/${company ?? (company === null ? 'none' : 'own')}`

  async function refresh(secret: string, company: number | null | undefined, allowed?: Allowed) {
    const slot = slotOf(secret, company)
    const current = known
    const remembered = current.get(slot)
    const found = await load(secret, company, allowed)
    // Unchanged rights stay the same object, so that values derived from them need not be derived again every second.
    if (remembered && isDeepStrictEqual(remembered.session.actor, found.session.actor))
      found.session.actor = remembered.session.actor
    // Oldest first, so that the rights of users who have left, and the values derived from them, are not kept.
    current.delete(slot)
    current.set(slot, found)
    for (const [other, { until }] of current) {
      if (current.size <= MAX_KNOWN && until > context.now().getTime() - IN_USE_MS) break
      current.delete(other)
    }
    return { session: found.session, company: found.session.actor.company }
  }

  return {
    reload: (secret, company) => refresh(secret, company),
    async find(secret, company, allowed) {
      const remembered = known.get(slotOf(secret, company))
      if (!remembered || remembered.until <= context.now().getTime()) return refresh(secret, company, allowed)
      return { session: remembered.session, company: remembered.session.actor.company }
    },
    async start(admin, options) {
      const secret = newSecret()
      const seconds = options.remember ? Math.max(REMEMBERED_SECONDS, options.keepAlive) : options.keepAlive
      await db.write({ global: true }, async (tx) => {
        const { version } = options
        if (version !== undefined) await enforceRightsVersion(tx, { admin, version })
        await tx.sql(
          `insert into session (secret_hash, admin, cookie, app, address, expires)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
          [hashSecret(secret), admin, options.cookie, options.app, options.address, seconds],
        )
      })
      return secret
    },
    async extend(session, keepAlive) {
      await db.write({ global: true }, (tx) =>
        tx.sql(
          `update session set last_active = now(), expires = greatest(expires, now() + make_interval(secs => $2))
           where session_id = $1 and expires > now() and access_token is null`,
          [session.session_id, keepAlive],
        ),
      )
    },
    async end(session, everywhere) {
      await db.write({ global: true }, (tx) =>
        // Devices that a user confirmed, and access tokens, don't end with the user's own sessions.
        everywhere && session.device === null
          ? // Whoever is at a locked session has not shown who they are: it ends alone.
            tx.sql(
              `delete from session where ${OF_PERSON} and (session_id = $2 or not exists (
                 select from session own where own.session_id = $2 and own.locked is not null))`,
              [session.admin_id, session.session_id],
            )
          : tx.sql('delete from session where session_id = $1', [session.session_id]),
      )
      forget()
    },
    forget,
  }
}

/**
 * The current rights of a person who is not signed in, such as the owner of a webhook.
 * @throws `account_blocked`, `foreign_company`
 */
export async function actorOf(db: Pick<Database, 'read'>, admin: number, company: number): Promise<Actor> {
  const [row] = await db.read({ global: true }, (tx) =>
    tx.sql<ActorRow & { admin_status: number }>(
      'select admin_id as admin, role::int as role, dictionary_edit, admin_status::int as admin_status from admin where admin_id = $1',
      [admin],
    ),
  )
  if (row?.admin_status !== 1) throw apiError('account_blocked')
  return loadActor({ db }, row, company)
}

type ActorRow = Pick<SessionRow, 'admin' | 'role' | 'dictionary_edit'>

interface Member {
  company_role: 1 | 2 | null
  navigation: string[] | null
  overrule: boolean | null
  options: CompanyOptions
}

/** The rights of a person in a company; platform administrators may act for any (PERM-07). */
async function loadActor(context: { db: Pick<Database, 'read'> }, row: ActorRow, company: number | null): Promise<Actor> {
  const base = {
    admin_id: row.admin,
    role: row.role,
    dictionary_edit: row.dictionary_edit.split(',').filter(Boolean),
  }
  if (company === null) return { ...base, company: null, company_role: null, merchants: new Map() }
  return context.db.read({ company }, async (tx) => {
    const [member] = await tx.sql<Member>(
      `select m.company_role::int as company_role, m.navigation, m.overrule = 1 as overrule, ${OPTIONS} as options
       from company c left join membership m on m.company = c.company_id and m.admin = $1
       where c.company_id = $2 and c.deleted is null`,
      [row.admin, company],
    )
    const role = member?.company_role ?? null
    if (!member || (role === null && row.role !== 1)) throw apiError('foreign_company')
    const merchants = new Map<number, readonly number[]>()
    if (role === 2 && row.role !== 1) {
      const granted = await tx.sql<{ merchant_id: number; access: number[] }>(
        `select m.merchant_id, e.value -> 'access' as access from merchant m, jsonb_array_elements(m.access) e
         where m.company = $2 and e.value ->> 'user' = $1::text`,
        [String(row.admin), company],
      )
      for (const grant of granted) merchants.set(grant.merchant_id, grant.access)
    }
    const rights = { company_role: role, overrule: member.overrule === true, merchants, options: member.options }
    return { ...base, company, ...rights, ...chosenEntries({ role: row.role, company_role: role }, member.navigation ?? []) }
  })
}
