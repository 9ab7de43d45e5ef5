import { createHmac } from 'node:crypto'
import type { MailingChannel } from '@tiffin/sdk/contract'
import { equalsInConstantTime } from '#sessions/credentials'

export interface Subscriber {
  company: number
  user: number
  channel: MailingChannel
}

const macOf = (key: string, text: string): string => createHmac('sha256', key).update(`unsubscribe ${text}`).digest('base64url')

/** Never expires: a mail may be read years later. */
export function unsubscribeToken(key: string, { company, user, channel }: Subscriber): string {
  const text = `${company}.${user}.${channel}`
  return `${text}.${macOf(key, text)}`
}

/** Undefined if this installation has not signed the token. */
export function readUnsubscribeToken(key: string, token: string): Subscriber | undefined {
  const [company = '', user = '', channel = '', mac = '', ...rest] = token.split('.')
  if (rest.length > 0 || !equalsInConstantTime(macOf(key, `${company}.${user}.${channel}`), mac)) return undefined
  return { company: Number(company), user: Number(user), channel: channel as MailingChannel }
}
