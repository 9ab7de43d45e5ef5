import { createHmac } from 'node:crypto'
import type { MailingChannel } from '@tiffin/sdk/contract'
import { equalsInConstantTime, hashSecret } from '#sessions/credentials'

export interface Subscriber {
  company: number
  user: number
  channel: MailingChannel
  /** Identifies the address that the mail went to: customers may change theirs. Null in links of earlier releases. */
  address: string | null
}

const macOf = (key: string, text: string): string => createHmac('sha256', key).update(`unsubscribe ${text}`).digest('base64url')

/** A short hash of an address, as links have it. */
export const addressHash = (address: string): string => hashSecret(address.toLowerCase()).toString('base64url').slice(0, 16)

/** Never expires: a mail may be read years later. */
export function unsubscribeToken(key: string, { company, user, channel, address }: Subscriber & { address: string }): string {
  const text = `${company}.${user}.${channel}.${addressHash(address)}`
  return `${text}.${macOf(key, text)}`
}

/** Undefined if this installation has not signed the token. */
export function readUnsubscribeToken(key: string, token: string): Subscriber | undefined {
  const parts = token.split('.')
  const mac = parts.pop() ?? ''
  if (!equalsInConstantTime(macOf(key, parts.join('.')), mac)) return undefined
  const [company, user, channel, address = null] = parts
  return { company: Number(company), user: Number(user), channel: channel as MailingChannel, address }
}
