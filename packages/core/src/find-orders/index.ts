export { findOrders, findOrdersOf, type FoundOrder } from './find-orders.ts'
export { createOrderFinder, type OrderFinder } from './order-finder.ts'
