import type { Config } from '#server/config'
import { createLinkProvider } from './link-provider.ts'
import { noProvider } from './no-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { sandboxProvider } from './sandbox-provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

/** The configured provider. Without one, a demo uses the sandbox, and any other server takes no payments. */
export function createPaymentProvider(config: Config): PaymentProvider {
  const { TIFFIN_PAY_PROVIDER: name, TIFFIN_DEMO: isDemo } = config
  if (name === 'link') return createLinkProvider(config)
  if (name === 'stripe') return createStripeProvider(config)
  return name === 'sandbox' || isDemo ? sandboxProvider : noProvider
}
