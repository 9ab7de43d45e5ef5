/** Definitions shared by pages of both areas. */
export const orders = { table: 'order', icon: 'board', jump: 'o', keywords: 'orders, kitchen, kanban' } as const
export const ordersReport = {
  table: 'order',
  screen: 'orders report',
  label: 'Orders report',
  icon: 'chart',
  jump: 'r',
  keywords: 'sales, revenue, statistics',
  search: false,
} as const
export const customers = {
  table: 'user',
  label: 'Customers',
  icon: 'users',
  jump: 'c',
  keywords: 'clients, buyers, people',
} as const
export const merchants = {
  table: 'merchant',
  label: 'Merchants',
  icon: 'store',
  jump: 'm',
  keywords: 'restaurants, kitchens, shops',
} as const
export const couriers = {
  table: 'courier',
  label: 'Couriers',
  icon: 'truck',
  jump: 'd',
  keywords: 'drivers, riders, delivery',
} as const
export const promoCodes = {
  table: 'promocode',
  label: 'Promo codes',
  icon: 'tag',
  jump: 'p',
  keywords: 'coupons, discounts',
} as const
export const pushMessages = { table: 'message', label: 'Push messages', icon: 'bell', jump: 'n' } as const
export const mailings = { table: 'mailing', label: 'Mailings', icon: 'mail', jump: 'l' } as const
export const merchantTypes = { table: 'merchant_type', label: 'Merchant types', icon: 'list' } as const
export const cuisines = { table: 'cuisine', label: 'Cuisines', icon: 'dish', jump: 'k' } as const
export const orderStatuses = {
  table: 'order_status',
  label: 'Order statuses',
  icon: 'rows',
  jump: 'u',
  keywords: 'columns, workflow',
} as const
export const orderPaths = { table: 'order_step', label: 'Order paths', icon: 'path', jump: 'w' } as const
export const paymentTypes = {
  table: 'pay_type',
  label: 'Payment types',
  icon: 'cash',
  jump: 'y',
  keywords: 'cash, bank card',
} as const
export const imports = {
  kind: 'imports',
  label: 'Imports',
  icon: 'upload',
  words: 'import, upload, excel, spreadsheet, csv',
} as const
