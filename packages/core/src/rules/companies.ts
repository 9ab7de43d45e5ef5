import { type Actor, managesCompany } from './actor.ts'

/** Whether somebody may delete a company: the platform, and its owner (COMP-07, AMB-149). */
export const mayDeleteCompany = (actor: Actor, company: number): boolean =>
  managesCompany(actor) && (actor.role === 1 || actor.company === company)

/** Whether the name has to be typed in first: an owner deletes what they work in every day (AMB-149). */
export const needsName = (actor: Actor): boolean => actor.role !== 1

/** Where customers find the store of a company; null until its domain is configured, with more than 4 characters (AMB-152). */
export function storeUrl(domain: string): string | null {
  const host = domain.trim().replace(/^https?:\/\//, '')
  return host.length > 4 && URL.canParse(`https://${host}`) ? `https://${host}` : null
}
