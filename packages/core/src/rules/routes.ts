/** The routes of the administrator area by name (NAV-16 to NAV-42); the path is documented, `Merhcant` included (AMB-043). */
export const administratorRoutes = {
  'Administrator-Settings-Access': '/Administrator/Settings/Access',
  'Administrator-Order': '/Administrator/Order',
  'Administrator-Courier-List': '/Administrator/Courier/List',
  'Administrator-Courier-Status': '/Administrator/Courier/Status',
  'Administrator-Administrator': '/Administrator/Administrator',
  'Administrator-Settings-Global': '/Administrator/Settings-Global',
  'Administrator-Settings-App': '/Administrator/Settings-App',
  'Administrator-Settings-Merchant': '/Administrator/Settings-Merchant',
  'Administrator-Company': '/Administrator/Company',
  'Administrator-Merchant': '/Administrator/Merhcant',
  'Administrator-Country': '/Administrator/Country',
  'Administrator-City': '/Administrator/City',
  'Administrator-Dictionary': '/Administrator/Dictionary',
  'Administrator-Category': '/Administrator/Category',
  'Administrator-User': '/Administrator/User',
  'Administrator-Tag': '/Administrator/Tag',
  'Administrator-PaymentTypes': '/Administrator/PaymentTypes',
  'Administrator-OrderStatus': '/Administrator/OrderStatus',
  'Administrator-OrderStep': '/Administrator/OrderStep',
  'Administrator-Marketing-Promocode': '/Administrator/Marketing/Promocode',
  'Administrator-Marketing-Push': '/Administrator/Marketing/Push',
  'Administrator-Marketing-Mailing': '/Administrator/Marketing/Mailing',
  'Administrator-Report-Orders': '/Administrator/Report/Orders',
  'Administrator-Report-Payments': '/Administrator/Report/Payments',
  'Administrator-Audit': '/Administrator/Audit',
  'Administrator-Tariff': '/Administrator/Tariff',
  'Administrator-SubscriptionPeriods': '/Administrator/SubscriptionPeriods',
} as const

/** The routes of the company area by name (NAV-43 to NAV-60). */
export const companyRoutes = {
  'Company-Order': '/Company/Order',
  'Company-Chat': '/Company/Chat',
  'Company-User': '/Company/User',
  'Company-Merchant': '/Company/Merchant',
  'Company-Category': '/Company/Category',
  'Company-Tag': '/Company/Tag',
  'Company-OrderStatus': '/Company/OrderStatus',
  'Company-OrderStep': '/Company/OrderStep',
  'Company-PaymentTypes': '/Company/PaymentTypes',
  'Company-Courier-List': '/Company/CourierList',
  'Company-Marketing-Mailing': '/Company/Marketing/Mailing',
  'Company-Marketing-Promocode': '/Company/Marketing/Promocode',
  'Company-Marketing-Push': '/Company/Marketing/Push',
  'Company-Marketing-Banner': '/Company/Marketing/Banner',
  'Company-Printer': '/Company/Printer',
  'Company-Tariff': '/Company/Tariff',
  'Company-Report-Orders': '/Company/Report/Orders',
  'Company-Settings': '/Company/Settings',
} as const

export type AdministratorRoute = keyof typeof administratorRoutes
export type CompanyRoute = keyof typeof companyRoutes
export type RouteName = AdministratorRoute | CompanyRoute
