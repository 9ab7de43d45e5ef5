import { createI18n } from '@tiffin/core/i18n'
import type { TicketOptions, TicketOrder } from '@tiffin/core/receipt'

export const english = createI18n().t

export const options = (more: Partial<TicketOptions> = {}): TicketOptions => ({
  columns: 32,
  lang: 'en',
  t: english,
  timezone: 'Europe/Berlin',
  country: 'DE',
  purpose: 'kitchen',
  ...more,
})

const item = { description: '', img: '', payment_commission: '0.00', allergens: [], note: '', station: '', discount: '0.00' }

/** An order with everything that a ticket can show. */
export const order: TicketOrder = {
  order_id: 900_147,
  ticket: 47,
  type: 1,
  asap: 0,
  time_create: '2026-03-01T17:05:00.000Z',
  time_finish: '2026-03-01T18:45:00.000Z',
  destination_address: 'Prinzenstrasse 12, Berlin',
  destination_info_json: { entrance: '2', floor: '4', flat: '17', intercom: '', comment: 'Ring twice' },
  comment: 'No plastic bags, please',
  cutlery: 2,
  cost: '41.30',
  discount: '2.00',
  bonus: '1.50',
  promocode: 'SPRING',
  promocode_amount: '3.93',
  fee: '0.99',
  tips: '4.13',
  delivery: '2.90',
  payment_commission: '0.00',
  total: '41.89',
  odd: '50.00',
  paid: 0,
  currency: 'EUR',
  merchant_obj: {
    merchant_id: 10,
    name: { en: 'Trattoria Uno' },
    logo: '',
    contact: {},
    address: { address: 'Marktplatz 1' },
    delivery: [],
    use_balance: 0,
    min_stock_balance: null,
    show_zero_price: 0,
  },
  type_obj: { order_type_id: 1, icon: '', value: { en: 'Delivery', ru: 'Доставка', ar: 'توصيل' } },
  user_obj: { user_id: 1, name: 'Ada Bell', phone: '+49 30 1234', img: '', bonus_score: '0.00' },
  courier_obj: { courier_id: 3, name: 'Tom', phone: '', img: '' },
  pay_type_obj: { pay_type_id: 1, name: { en: 'Cash' }, admin: 1, odd: 2 },
  cart: [
    {
      ...item,
      id: 1,
      name: 'Pizza Margherita with buffalo mozzarella',
      qty: 2,
      price: '11.00',
      amount: '26.00',
      total: '25.00',
      discount: '1.00',
      addons: [
        { id: 5, name: 'Extra cheese', qty: 1, price: '1.00' },
        { id: 6, name: 'Olives', qty: 2, price: '0.50' },
      ],
      note: 'well done',
      allergens: ['milk', 'gluten'],
      station: 'Oven',
    },
    { ...item, id: 2, name: 'Lemonade', qty: 1, price: '3.30', amount: '3.30', total: '3.30', addons: [], station: 'Bar' },
    { ...item, id: 3, name: 'Calzone', qty: 1, price: '13.00', amount: '13.00', total: '13.00', addons: [], station: 'Oven' },
  ],
}
