import { hashSecret } from '#sessions/credentials'

/**
 * The mailbox of an address in normal form: text after a `+` leads to the same one, and so do dots and the second domain of
 * Gmail. Anything else stays as it is.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  if (at === -1) return address
  const name = address.slice(0, at).replace(/\+.*$/s, '')
  const domain = address.slice(at + 1)
  return ['gmail.com', 'googlemail.com'].includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

export const contactHash = (kind: 'mail' | 'phone', value: string): Buffer =>
  hashSecret(`${kind} ${kind === 'mail' ? mailboxOf(value) : value}`)
