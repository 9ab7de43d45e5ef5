import type { Translate } from '@tiffin/core/i18n'
import type { RouteName } from '@tiffin/core/rules'

/** What people also call a page, by which the palette finds it. */
export function wordsOfRoute(t: Translate, route: string): string | undefined {
  const words: Partial<Record<RouteName, string>> = {
    'Company-Order': t('orders, kitchen, kanban'),
    'Company-User': t('clients, buyers, people'),
    'Company-Merchant': t('restaurants, kitchens, shops'),
    'Company-Courier-List': t('drivers, riders, delivery'),
    'Company-Marketing-Promocode': t('coupons, discounts'),
    'Company-OrderStatus': t('columns, workflow'),
    'Company-PaymentTypes': t('cash, bank card'),
    'Company-Printer': t('print, printing, receipts, paper'),
    'Company-Report-Orders': t('sales, revenue, statistics'),
    'Company-Tariff': t('plan, price, subscription, payment'),
    'Company-Settings': t('options, preferences'),
  }
  return words[route as RouteName]
}
