/** Status keys of the kitchen by their documented numbers. */
export const statuses = { preOrder: 1, created: 2, accepted: 3, ready: 4, delivered: 5, closed: 6, cancelled: 7 } as const

const transfers = [1, 2, 3, 4, 5, 7]
const status = (order_status_id: number, status: number, en: string, more: object = {}) => ({
  order_status_id,
  status,
  value: { en },
  merchant: 2,
  transfer: status === 9 ? [] : transfers.filter((key) => key !== order_status_id),
  ...more,
})

/** The rows of a small kitchen: seven statuses, two merchants, a customer, a courier and a way to pay. */
export const kitchen = {
  order_status: [
    status(1, 1, 'Pre-order', { reservation: 1 }),
    status(2, 2, 'New', { created: 1 }),
    status(3, 3, 'Accepted', { print: 1 }),
    status(4, 5, 'Ready', { ready: 1 }),
    status(5, 8, 'Delivered', { done: 1 }),
    status(6, 9, 'Closed', { done: 1, merchant: 1 }),
    status(7, 0, 'Cancelled', { merchant: 0 }),
  ],
  merchant: [
    { name: { en: 'Pizzeria' }, status: 1, order: 1 },
    { name: { en: 'Sushi' }, status: 1, order: 2 },
  ],
  user: [{ name: 'Anna', phone: '49301234567' }],
  courier: [{ name: 'Carl', phone: '49170000000', status: 1 }],
  pay_type: [{ name: { en: 'Cash' }, admin: 2 }],
}

const minutes = (from: number): string => new Date(Date.now() + from * 60_000).toISOString()

/** An order created just now and due in an hour; times are in minutes from now. */
export const order = ({ created = 0, due = 60, ...more }: { created?: number; due?: number; [field: string]: unknown } = {}) => ({
  user: 1,
  merchant: 1,
  order_status: statuses.created,
  pay_type: 1,
  type: 1,
  time_create: minutes(created),
  time_finish: minutes(due),
  last_time: minutes(created),
  admin: 1,
  ...more,
})
