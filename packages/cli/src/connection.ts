import { type Client, createClient, createSession, randomUuid } from '@tiffin/sdk/client'
import { apiError, CONTRACT_VERSION, type SessionUser } from '@tiffin/sdk/contract'
import { VERSION } from './build-info.ts'
import { DEFAULT_URL, type GlobalOptions } from './global-options.ts'
import { wrongUsage } from './failure.ts'
import type { Io } from './io.ts'
import { openProfile, type Profile, type ProfileStore } from './profile/profile.ts'

/** A server, user and company, for every command that calls a server. */
export interface Connection {
  client: Client
  url: string
  lang: string
  store: ProfileStore
  profile: Profile
  /** The token of this run, from any source. */
  token: string | undefined
  /** The company to act for; undefined leaves the user's default, 0 means none. */
  company: number | undefined
  device: string
  /** The signed-in user as the server sees them now. @throws `session_required` and similar */
  user(): Promise<SessionUser>
}

/** Finds server, token and company. Flags override the environment, which overrides the profile. */
export function connect(options: GlobalOptions, io: Io, lang: string): Connection {
  const store = openProfile(options.profile ?? (io.env['TIFFIN_PROFILE'] || 'default'), io.env)
  const profile = store.read()
  const url = readUrl(options.url ?? (io.env['TIFFIN_URL'] || undefined) ?? profile.url ?? DEFAULT_URL)
  // A token is only ever sent to the server that issued it.
  const own = profile.url !== undefined && readUrl(profile.url) === url
  const given = io.env['TIFFIN_TOKEN'] || undefined
  const token = given ?? (own ? profile.token : undefined)
  const chosen = own && given === undefined ? profile.company : undefined
  const company = readCompany(options.company ?? io.env['TIFFIN_COMPANY']) ?? chosen
  const device = profile.device ?? randomUuid()
  const client = createClient({
    url: new URL('/api', url).href,
    app: { name: 'cli', version: VERSION, contract: CONTRACT_VERSION, device },
    session: createSession(token === undefined ? {} : { token }),
    lang,
    company,
    validate: false,
  })
  return {
    client,
    url,
    lang,
    store,
    profile,
    token,
    company,
    device,
    async user() {
      if (client.session.token() === undefined) throw apiError('session_required')
      await client.Auth.checkAuth({ active: true })
      const user = client.session.user()
      if (!user) throw apiError('session_required')
      return user
    },
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage('The address %1 is not valid', { params: [text], next: ['It must begin with http:// or https://'] })
  }
  // Calls go to `/api` of the origin; other parts of the address would be silently dropped.
  if (url.href !== `${url.origin}/`) {
    throw wrongUsage('The address %1 has more than a host and a port', {
      params: [text],
      next: ['Remove everything after the host and port'],
    })
  }
  return url.origin
}

function readCompany(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw wrongUsage('Invalid company ID: %1', { params: [text] })
  return Number(text)
}
