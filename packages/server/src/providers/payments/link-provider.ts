import { apiError } from '@tiffin/sdk/contract'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Config } from '#server/config'
import type { PaymentProvider } from './payment-provider.ts'

const callbackSchema = z.object({
  kind: z.enum(['paid', 'failed', 'refund', 'dispute', 'reinstated']),
  reference: z.string().min(1).max(150),
  payment_id: z.number().int().positive(),
  company: z.number().int().positive().optional(),
  amount: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  currency: z.string().length(3),
  at: z.iso.datetime({ offset: true }).optional(),
})

/**
 * Any provider whose page has an address with the payment in it, and who confirms with a callback signed as Standard Webhooks
 * describe: HMAC of id, time and raw body, not older than five minutes and not from the future.
 */
export function createLinkProvider(config: Pick<Config, 'TIFFIN_PAY_URL' | 'TIFFIN_PAY_SECRET'>): PaymentProvider {
  const { TIFFIN_PAY_URL: template = '', TIFFIN_PAY_SECRET: secret = '' } = config
  const verifier = new Webhook(Buffer.from(secret).toString('base64'))
  return {
    name: 'link',
    pageFor({ payment, company, bill, lang }) {
      const values: Record<string, string> = { payment_id: String(payment), company: String(company), bill, lang }
      return Promise.resolve(template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')))
    },
    readCallback(raw, headers, now) {
      const invalid = (field: string) => apiError('invalid_value', { field, params: [field] })
      let body: unknown
      try {
        body = verifier.verify(raw, headers as Record<string, string>)
      } catch {
        return Promise.reject(invalid('signature'))
      }
      const parsed = callbackSchema.safeParse(body)
      if (!parsed.success) return Promise.reject(invalid(parsed.error.issues[0]?.path.join('.') || 'body'))
      const { payment_id, at, reference, ...report } = parsed.data
      const paid = at === undefined ? now : new Date(at)
      // The prefix keeps its references apart from our own, such as `change:7`.
      return Promise.resolve([{ ...report, reference: `link:${reference}`, payment: payment_id, at: paid }])
    },
    // Such a provider has no list to compare with: it repeats its callback until it is answered.
    reportsSince: () => Promise.resolve([]),
  }
}
