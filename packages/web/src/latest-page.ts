import type { Ports } from '@tiffin/core'

/** What the router keeps while somebody signs in: the page that asked for it. */
export interface FromState {
  from?: string
}

/** Where a person was last in this tab; `route` is missing for pages that have no name. */
interface LatestPage {
  admin: number
  path: string
  route?: string | undefined
}

const KEY = 'latest'

export const keepLatestPage = ({ tabStorage }: Ports, page: LatestPage): void => tabStorage?.set(KEY, JSON.stringify(page))

function readLatestPage({ tabStorage }: Ports): LatestPage | undefined {
  try {
    return (JSON.parse(tabStorage?.get(KEY) ?? 'null') as LatestPage | null) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Where somebody goes on after the sign-in (NAV-62, NAV-65): to the page that they asked for, or to the route of their latest one.
 * The page that somebody else was taken from is not one that they asked for.
 */
export function pageAfterSignIn(ports: Ports, admin: number, from: string | undefined): { path?: string; route?: string } {
  const latest = readLatestPage(ports)
  const own = latest?.admin === admin
  if (from !== undefined && (own || from !== latest?.path)) return { path: from }
  return own && latest.route !== undefined ? { route: latest.route } : {}
}
