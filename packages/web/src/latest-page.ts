import type { Ports } from '@tiffin/core'

/** Router state during sign-in: the page that was requested. */
export interface FromState {
  from?: string
}

/** The last page of a user in this tab; `route` is missing for unnamed pages. */
interface LatestPage {
  admin: number
  path: string
  route?: string | undefined
}

const KEY = 'latest'

export const storeLatestPage = ({ tabStorage }: Ports, page: LatestPage): void => tabStorage?.set(KEY, JSON.stringify(page))

function readLatestPage({ tabStorage }: Ports): LatestPage | undefined {
  try {
    return (JSON.parse(tabStorage?.get(KEY) ?? 'null') as LatestPage | null) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Where to continue after sign-in (NAV-62, NAV-65): the requested page, or the route of the last one. A page that
 * another user was signed out of does not count as requested.
 */
export function pageAfterSignIn(ports: Ports, admin: number, from: string | undefined): { path?: string; route?: string } {
  const latest = readLatestPage(ports)
  const own = latest?.admin === admin
  if (from !== undefined && (own || from !== latest?.path)) return { path: from }
  return own && latest.route !== undefined ? { route: latest.route } : {}
}
