import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A signing secret as Standard Webhooks writes it. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of a message, with one signature for each secret. */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tiffin-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
