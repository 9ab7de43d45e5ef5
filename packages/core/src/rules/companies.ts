import { type Actor, managesCompany } from './actor.ts'

/** Whether the actor may delete a company: the platform and its owner may (COMP-07, AMB-149). */
export const mayDeleteCompany = (actor: Actor, company: number): boolean =>
  managesCompany(actor) && (actor.role === 1 || actor.company === company)

/** Whether the name must be typed to confirm. Owners must, because they delete the company that they work in (AMB-149). */
export const needsName = (actor: Actor): boolean => actor.role !== 1

/** Public address of a company's store; null until a domain of more than 4 characters is configured (AMB-152). */
export function storeUrl(domain: string): string | null {
  const host = domain.trim().replace(/^https?:\/\//, '')
  return host.length > 4 && URL.canParse(`https://${host}`) ? `https://${host}` : null
}
