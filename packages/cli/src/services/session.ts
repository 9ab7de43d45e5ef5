import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { isTransient } from '@tiffin/core'
import { apiError, isApiError, secondStepSchema, type SessionUser } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { exitCodes, failure } from '../failure.ts'
import type { Result } from '../results/result.ts'

const BROWSER_ONLY =
  'Passkeys work in browsers only. Sign in to the console there, then create recovery codes or set up an authenticator app.'

/** Prompts of a sign-in with a second factor. */
export interface FactorPrompts {
  code(): Promise<string>
  /** Shows the secret of a new authenticator app. */
  showSecret(secret: string, uri: string): void
  showRecoveryCodes(codes: readonly string[]): void
}

/** Signs in, with the second factor if the user has one, and stores the session in the profile. */
export async function signIn(
  connection: Connection,
  { login, password, prompts }: { login: string; password: string; prompts: FactorPrompts },
): Promise<Result> {
  const { client, device, company } = connection
  const kept = { remember: true, keep: 'bearer', device } as const
  const options = company ? { company } : {}
  try {
    await client.Auth.Login({ login, password, ...kept }, options)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'second_factor') throw error
    const { challenge, kinds, has_recovery_codes } = secondStepSchema.parse(error.because)
    if (!kinds.includes('totp') && !has_recovery_codes) throw apiError('second_factor', { message: BROWSER_ONLY })
    await client.Auth.SecondFactor({ challenge, code: await prompts.code(), ...kept }, options)
  }
  if (client.session.user()?.factor_required) await setUpFactor(connection, password, prompts)
  return storeSession(connection, client.session.token())
}

/** Stores the session in the profile. Every way to sign in ends here. */
async function storeSession(connection: Connection, token: string | undefined): Promise<Result> {
  const { client, store, device, url } = connection
  const user = client.session.user()
  if (!user || token === undefined) throw apiError('session_required')
  // 0 means none: a company chosen first in another profile or console is not this profile's choice.
  store.update((current) => ({ ...current, url, token, login: user.login, device, company: user.company?.company_id ?? 0 }))
  return whoami(connection)
}

const POLL_MS = 2000

/** Signs in through the console, on any machine with a browser: shows a code and waits until the user has approved it there. */
export async function signInOnWeb(connection: Connection, show: (code: string, page: string) => void): Promise<Result> {
  const { client, device, company } = connection
  const options = company ? { company } : {}
  const started = await client.Auth.SignInCode({ name: hostname() }, options)
  const { secret = '', code = '', page = '', expires_in = 0 } = started.data
  const until = Date.now() + expires_in * 1000
  show(code, page)
  for (;;) {
    await setTimeout(POLL_MS)
    let data: typeof started.data
    try {
      data = (await client.Auth.SignInCode({ secret, device }, options)).data
    } catch (error) {
      // The code is still valid when the network returns.
      if (isApiError(error) && isTransient(error) && Date.now() < until) continue
      throw error
    }
    if (data.state === 'approved') return storeSession(connection, client.session.token())
    if (data.state === 'expired') throw failure(exitCodes.failed, 'code_expired')('The code was rejected or has expired')
  }
}

/** The server refuses other calls until this person has a second factor. */
async function setUpFactor({ client }: Connection, current: string, prompts: FactorPrompts): Promise<void> {
  // Of the user who signs in, not of the one before in this profile.
  const own = { company: client.session.user()?.company?.company_id ?? 0 }
  const { data } = await client.Factor.setUpTotp({ current }, own)
  prompts.showSecret(data.secret, data.uri)
  const confirmed = await client.Factor.confirmTotp({ code: await prompts.code() }, own)
  prompts.showRecoveryCodes(confirmed.data.recovery_codes ?? [])
}

/** Checks an access token and stores it in the profile, as a session. */
export async function signInWithToken(connection: Connection, token: string): Promise<Result> {
  const { client } = connection
  if (!/^[\w-]{20,200}$/.test(token)) throw apiError('token_malformed')
  await client.Auth.checkAuth({ active: true }, { token })
  return storeSession(connection, token)
}

/** Signs out on the server and clears the profile, even if the server is unreachable. */
export async function signOut(
  connection: Connection,
  everywhere: boolean,
): Promise<{ reachedServer: boolean; wasSignedIn: boolean; staysValid: boolean }> {
  const { client, store, token } = connection
  if (token === undefined) return { reachedServer: true, wasSignedIn: false, staysValid: false }
  // An access token has no session to end.
  const staysValid = token.startsWith('tif_')
  const reachedServer =
    staysValid ||
    (await client.Auth.SignOut({ everywhere }).then(
      () => true,
      () => false,
    ))
  if (store.read().token === token)
    store.update((current) => {
      const { token: _, company: __, ...rest } = current
      return rest
    })
  return { reachedServer, wasSignedIn: true, staysValid }
}

/** Shows who is signed in, and where. */
export async function whoami(connection: Connection): Promise<Result> {
  const user = await connection.user()
  const role = user.role === 1 ? 'platform' : user.company_role === 1 ? 'owner' : user.company_role === 2 ? 'operator' : ''
  const row = {
    login: user.login,
    admin_id: user.admin_id,
    name: [user.name, user.surname].filter(Boolean).join(' '),
    role,
    company_id: user.company?.company_id ?? null,
    company: user.company?.name ?? null,
    url: connection.url,
    profile: connection.store.name,
    ...(user.access_token ? tokenColumns(user.access_token) : {}),
  }
  return { rows: [row], single: true }
}

const tokenColumns = ({ name, scopes, companies, expires }: NonNullable<SessionUser['access_token']>) => ({
  token: name,
  scopes,
  token_companies: companies,
  expires,
})
