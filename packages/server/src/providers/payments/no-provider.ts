import { apiError } from '@tiffin/sdk/contract'
import type { PaymentProvider } from './payment-provider.ts'

/** No payments are accepted: only changes without a bill are possible. */
export const noProvider: PaymentProvider = {
  name: 'none',
  pageFor: () => Promise.reject(apiError('service_not_configured')),
  readCallback: () => Promise.reject(apiError('unknown_call')),
  reportsSince: () => Promise.resolve([]),
}
