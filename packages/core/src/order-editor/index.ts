export { readPromocode } from '../new-order/read-promocode.ts'
export { editedOrder, type EditedOrder, type OrderTerms, readOrderTerms } from './edited-order.ts'
