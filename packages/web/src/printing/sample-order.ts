import type { Translate } from '@tiffin/core/i18n'
import type { TicketOrder } from '@tiffin/core/receipt'
import type { SessionCompany } from '@tiffin/sdk/contract'

const addon = { id: 5, qty: 1, price: '1.00' }

/** A sample order for the ticket preview. */
export function sampleOrder(t: Translate, lang: string, company: SessionCompany | null | undefined): TicketOrder {
  return {
    order_id: 900_147,
    ticket: 47,
    type: 1,
    asap: 0,
    time_create: '2026-03-01T17:05:00.000Z',
    time_finish: '2026-03-01T17:45:00.000Z',
    comment: t('No plastic bags, please'),
    cutlery: 2,
    cost: '26.30',
    delivery: '2.90',
    total: '29.20',
    paid: 0,
    type_obj: { order_type_id: 1, icon: '', value: { [lang]: t('Delivery') } },
    company_obj: {
      company_id: company?.company_id ?? 0,
      name: company?.name ?? {},
      logo: '',
      approxumate_courier_speed: null,
      basic_delivery_time: null,
      tips: null,
      fee: null,
      price_show_decimal: company?.price_show_decimal ?? 1,
    },
    cart: [
      {
        id: 1,
        name: t('Pizza Margherita'),
        qty: 2,
        price: '11.50',
        amount: '23.00',
        addons: [{ ...addon, name: t('Extra cheese') }],
        note: t('well done'),
        allergens: [t('milk'), t('gluten')],
      },
      { id: 2, name: t('Lemonade'), qty: 1, price: '3.30', amount: '3.30' },
    ],
  }
}
