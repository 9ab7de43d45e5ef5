import { companyRoutes, type CompanyRoute } from '@tiffin/core/rules'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import { findEntity, readKey } from './find-entity.ts'

/** The screen of the console on which an entity is found. */
const screens: Readonly<Record<string, CompanyRoute>> = {
  order: 'Company-Order',
  chat_message: 'Company-Chat',
  user: 'Company-User',
  merchant: 'Company-Merchant',
  merchant_type: 'Company-Category',
  cuisine: 'Company-Tag',
  order_status: 'Company-OrderStatus',
  order_step: 'Company-OrderStep',
  pay_type: 'Company-PaymentTypes',
  courier: 'Company-Courier-List',
  mailing: 'Company-Marketing-Mailing',
  promocode: 'Company-Marketing-Promocode',
  message: 'Company-Marketing-Push',
  banner: 'Company-Marketing-Banner',
  print_job: 'Company-Printer',
  company: 'Company-Settings',
}

/** The address of a record in the web console; it names the company, since the browser may be at work for another. */
export async function webLink({ url, company, token, user }: Connection, entityName: string, id: string): Promise<string> {
  const entity = findEntity(entityName)
  const screen = screens[entity.name]
  if (screen === undefined) throw wrongUsage('The console has no screen for %1', { params: [entity.name] })
  const link = new URL(companyRoutes[screen], url)
  link.searchParams.set('id', String(readKey(entity, id)))
  // Without a sign-in, or a server, it is the company that the browser is at.
  const chosen = async () => (token === undefined ? undefined : (await user().catch(() => null))?.company?.company_id)
  const named = entity.name === 'company' ? Number(id) : (company ?? (await chosen()))
  if (named) link.searchParams.set('company', String(named))
  return link.href
}
