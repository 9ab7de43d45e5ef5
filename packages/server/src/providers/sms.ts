import type { Config } from '../config.ts'
import type { Delivery } from './mail.ts'

/** Sends one text to a phone number of digits only, with its country code. */
export type SmsSender = (sms: { phone: string; text: string }) => Promise<Delivery>

const TIMEOUT_MS = 15_000
const MAX_ANSWER = 1000

/**
 * A generic HTTP adapter; null without TIFFIN_SMS_URL. `{phone}` and `{text}` in the address and in the body are replaced. Without
 * a body it sends GET, otherwise POST. Redirects are not followed, so the service can't point the server at another address.
 */
export function createSmsSender(config: Config): SmsSender | null {
  const { TIFFIN_SMS_URL: url, TIFFIN_SMS_BODY: body, TIFFIN_SMS_AUTHORIZATION: authorization } = config
  if (url === undefined) return null
  const isJson = body.trimStart().startsWith('{')
  const escapeBody = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  return async ({ phone, text }) => {
    const fill = (template: string, escape: (value: string) => string): string =>
      template.replaceAll(/\{(phone|text)\}/g, (_all, name) => escape(name === 'phone' ? phone : text))
    try {
      const response = await fetch(fill(url, encodeURIComponent), {
        method: body === '' ? 'GET' : 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(authorization === '' ? {} : { authorization }),
          ...(body === '' ? {} : { 'content-type': type }),
        },
        ...(body === '' ? {} : { body: fill(body, escapeBody) }),
      })
      const answer = `${response.status} ${await readStart(response)}`.trim()
      if (response.ok) return { result: 'sent', answer }
      // Too many requests, and refused credentials that the operator corrects, are tried again.
      const isFinal = response.status >= 400 && response.status < 500 && ![401, 403, 408, 429].includes(response.status)
      return { result: isFinal ? 'refused' : 'unreachable', answer }
    } catch (error) {
      const { message, cause } = error as Error
      return { result: 'unreachable', answer: cause instanceof Error ? cause.message : message }
    }
  }
}

/** The beginning of an answer; a service that never stops sending is cut off. */
async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true })
    if (text.length >= MAX_ANSWER) break
  }
  return text.slice(0, MAX_ANSWER)
}
