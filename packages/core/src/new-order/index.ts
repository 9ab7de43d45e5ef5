export {
  addLine,
  formatAddons,
  editLine,
  lineText,
  type NewLine,
  newLine,
  readAddons,
  readLine,
  toStoredLines,
} from './cart-lines.ts'
export { callerName } from './calls.ts'
export { watchCalls } from './watch-calls.ts'
export { matchingLines, readSuggestions, type SuggestedLine, fillFromSuggestions } from './cart-suggestions.ts'
export {
  addressesOf,
  customerQuery,
  type CustomerHistory,
  earlierOrdersText,
  type PastAddress,
  type PastOrder,
  suggestAddresses,
  readPastOrders,
  splitNameAndPhone,
} from './customers.ts'
export { MAX_PARKED_ORDERS } from './order-drafts.ts'
export {
  type Customer,
  isStep,
  isTouched,
  type NewOrder,
  type NewOrderChoices,
  nextStep,
  preview,
  type Preview,
  confirmationSentence,
  startNewOrder,
  type Seller,
  type Step,
  stepsOf,
} from './new-order.ts'
export { isComparable, offerText, rankSellers } from './rank-sellers.ts'
export { readDueTime } from './read-due-time.ts'
export { readChoices } from './read-choices.ts'
export { orderFormat, errorParams } from './order-format.ts'
export { type NewOrders, newOrdersOf, parkedOrders } from './new-order-store.ts'
export type { Created } from './order-sending.ts'
export { customerHistory, openOrder } from './new-order-state.ts'
