import { isAdministratorRoute, isBuilt, pages, routeNames } from '@tiffin/core/rules'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import { findEntity, readKey } from './find-entity.ts'

/** The company page that lists the records of a table. */
const pageOf = (table: string) =>
  routeNames
    .filter((route) => !isAdministratorRoute(route) && isBuilt(route))
    .map((route) => pages[route])
    .find((page) => page.table === table)

/** The link to a record in the web console. It contains the company, because the browser may be using another. */
export async function webLink({ url, company, token, user }: Connection, entityName: string, id: string): Promise<string> {
  const entity = findEntity(entityName)
  const page = pageOf(entity.name)
  if (page === undefined) throw wrongUsage('The console has no screen for %1', { params: [entity.name] })
  const link = new URL(page.path, url)
  link.searchParams.set('id', String(readKey(entity, id)))
  // Without a sign-in or a server, the browser's current company applies.
  const chosen = async () => (token === undefined ? undefined : (await user().catch(() => null))?.company?.company_id)
  const named = entity.name === 'company' ? Number(id) : (company ?? (await chosen()))
  if (named) link.searchParams.set('company', String(named))
  return link.href
}
