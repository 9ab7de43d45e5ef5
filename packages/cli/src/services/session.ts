import { apiError, type SessionUser } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import type { Result } from '../results/result.ts'

/** Signs in and stores the session in the profile. */
export async function signIn(connection: Connection, login: string, password: string): Promise<Result> {
  const { client, store, profile, device, url, company } = connection
  await client.Auth.Login({ login, password, remember: true, keep: 'bearer', device }, company ? { company } : {})
  const user = client.session.user()
  const token = client.session.token()
  if (!user || token === undefined) throw new Error('The server signed in nobody')
  // 0 means none: a company chosen first in another profile or console is not this profile's choice.
  store.write({ ...profile, url, token, login: user.login, device, company: user.company?.company_id ?? 0 })
  return whoami(connection)
}

/** Checks an access token and stores it in the profile, as a session. */
export async function signInWithToken(connection: Connection, token: string): Promise<Result> {
  const { client, store, profile, device, url } = connection
  if (!/^[\w-]{20,200}$/.test(token)) throw apiError('token_malformed')
  await client.Auth.checkAuth({ active: true }, { token })
  const user = client.session.user()
  if (!user) throw apiError('session_required')
  store.write({ ...profile, url, token, login: user.login, device, company: user.company?.company_id ?? 0 })
  return whoami(connection)
}

/** Signs out on the server and clears the profile, even if the server is unreachable. */
export async function signOut(
  connection: Connection,
  everywhere: boolean,
): Promise<{ reachedServer: boolean; wasSignedIn: boolean; staysValid: boolean }> {
  const { client, store, profile, token } = connection
  if (token === undefined) return { reachedServer: true, wasSignedIn: false, staysValid: false }
  // An access token has no session to end.
  const staysValid = token.startsWith('tif_')
  const reachedServer =
    staysValid ||
    (await client.Auth.SignOut({ everywhere }).then(
      () => true,
      () => false,
    ))
  if (profile.token === token) {
    const { token: _, company: __, ...rest } = profile
    store.write(rest)
  }
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
