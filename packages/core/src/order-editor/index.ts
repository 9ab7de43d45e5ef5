export { readPromocode } from '../new-order/read-promocode.ts'
export { previewOrder, type OrderPreview, type OrderTerms, readOrderTerms } from './order-preview.ts'
