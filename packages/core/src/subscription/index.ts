export { cancelPayment, type Checkout, type CheckoutState, createCheckout, type PaymentRequest } from './checkout.ts'
export { type ComingBill, comingBills, termsOfPayment, waitingChange } from './coming-bills.ts'
export { billLines, consequences } from './consequences.ts'
export { formatDollars } from './dollars.ts'
export { balanceAfter, keyByInput, type MoneyChange, readMoneyChange } from './money-change.ts'
export { type CompanySubscription, type CountedLimit, readSubscription } from './read-subscription.ts'
export {
  type CardAction,
  exceededLimits,
  initialPeriod,
  keptAddOns,
  limitOf,
  offeredPeriods,
  type OverLimit,
  overLimits,
  type TariffCard,
  tariffCard,
} from './tariff-cards.ts'
export { suggestedTopUp, topUpProblem } from './top-up.ts'
