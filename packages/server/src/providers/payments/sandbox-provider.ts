import { apiError } from '@tiffin/sdk/contract'
import type { PaymentProvider } from './payment-provider.ts'

/** A page on this server where no money is paid (AMB-171). It has no callback: the page itself confirms. */
export const sandboxProvider: PaymentProvider = {
  name: 'sandbox',
  pageFor: () => Promise.resolve(null),
  readCallback: () => Promise.reject(apiError('unknown_call')),
  reportsSince: () => Promise.resolve([]),
}
