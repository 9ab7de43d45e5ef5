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

/** Signs out on the server and clears the profile, even if the server is unreachable. */
export async function signOut(
  connection: Connection,
  everywhere: boolean,
): Promise<{ reachedServer: boolean; wasSignedIn: boolean }> {
  const { client, store, profile, token } = connection
  if (token === undefined) return { reachedServer: true, wasSignedIn: false }
  const reachedServer = await client.Auth.SignOut({ everywhere }).then(
    () => true,
    () => false,
  )
  if (profile.token === token) {
    const { token: _, company: __, ...rest } = profile
    store.write(rest)
  }
  return { reachedServer, wasSignedIn: true }
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
  }
  return { rows: [row], single: true }
}
