import type { PlainKey } from '#i18n/text-key'
import type { RouteName } from '#rules/index'

/** Stands in labels for the name of the company acted for (NAV-66). */
export const MY_COMPANY = '%company'

interface Described {
  label: PlainKey | typeof MY_COMPANY
  routes: Partial<Record<RouteName, PlainKey>>
}

/** Every route with its label, in the menu's groups and order; a person sees what their navigation allows (SHELL-20). */
export const menuTree: readonly Described[] = [
  {
    label: MY_COMPANY,
    routes: {
      'Company-Order': 'Order board',
      'Company-Chat': 'Chat',
      'Company-User': 'Customers',
      'Company-Merchant': 'Merchants',
      'Company-Courier-List': 'Couriers',
      'Company-Report-Orders': 'Orders report',
    },
  },
  {
    label: 'Marketing',
    routes: {
      'Company-Marketing-Promocode': 'Promo codes',
      'Company-Marketing-Push': 'Push messages',
      'Company-Marketing-Mailing': 'Mailings',
      'Company-Marketing-Banner': 'Banners',
    },
  },
  {
    label: 'Set-up',
    routes: {
      'Company-Settings': 'Company settings',
      'Company-Tariff': 'Tariff',
      'Company-Category': 'Merchant types',
      'Company-Tag': 'Cuisines',
      'Company-OrderStatus': 'Order statuses',
      'Company-OrderStep': 'Order paths',
      'Company-PaymentTypes': 'Payment types',
      'Company-Printer': 'Printers',
    },
  },
  {
    label: 'Platform',
    routes: {
      'Administrator-Order': 'All orders',
      'Administrator-Company': 'Companies',
      'Administrator-Merchant': 'Merchants',
      'Administrator-Courier-List': 'Couriers',
      'Administrator-User': 'Customers',
      'Administrator-Administrator': 'Administrators',
    },
  },
  {
    label: 'Platform: marketing',
    routes: {
      'Administrator-Marketing-Promocode': 'Promo codes',
      'Administrator-Marketing-Push': 'Push messages',
      'Administrator-Marketing-Mailing': 'Mailings',
    },
  },
  {
    label: 'Platform: reports',
    routes: {
      'Administrator-Report-Orders': 'Orders report',
      'Administrator-Report-Payments': 'Payments report',
      'Administrator-Audit': 'Audit',
    },
  },
  {
    label: 'Platform: reference data',
    routes: {
      'Administrator-Category': 'Merchant types',
      'Administrator-Tag': 'Cuisines',
      'Administrator-OrderStatus': 'Order statuses',
      'Administrator-OrderStep': 'Order paths',
      'Administrator-PaymentTypes': 'Payment types',
      'Administrator-Courier-Status': 'Courier statuses',
      'Administrator-Country': 'Countries',
      'Administrator-City': 'Cities',
      'Administrator-Dictionary': 'Dictionary',
      'Administrator-Settings-Access': 'Access levels',
      'Administrator-Tariff': 'Tariffs',
      'Administrator-SubscriptionPeriods': 'Subscription periods',
    },
  },
  {
    label: 'Platform: settings',
    routes: {
      'Administrator-Settings-Global': 'Global settings',
      'Administrator-Settings-App': 'Application settings',
      'Administrator-Settings-Merchant': 'Merchant settings',
    },
  },
]
