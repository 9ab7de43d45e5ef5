import type { IconName } from '../ui/icon.tsx'

const icons: readonly [ending: string, icon: IconName][] = [
  ['-Order', 'board'],
  ['-Chat', 'chat'],
  ['-User', 'users'],
  ['-Administrator', 'user'],
  ['-Settings-Merchant', 'tools'],
  ['-Settings-Global', 'gear'],
  ['-Settings-App', 'phone'],
  ['-Settings-Access', 'lock'],
  ['-Settings', 'gear'],
  ['-Merchant', 'store'],
  ['-Company', 'company'],
  ['-Courier-List', 'truck'],
  ['-Courier-Status', 'courier'],
  ['-Promocode', 'tag'],
  ['-Push', 'bell'],
  ['-Mailing', 'mail'],
  ['-Banner', 'image'],
  ['-Report-Orders', 'chart'],
  ['-Report-Payments', 'receipt'],
  ['-Audit', 'clock'],
  ['-Tariff', 'card'],
  ['-SubscriptionPeriods', 'calendar'],
  ['-Category', 'list'],
  ['-Tag', 'dish'],
  ['-OrderStatus', 'rows'],
  ['-OrderStep', 'path'],
  ['-PaymentTypes', 'cash'],
  ['-Printer', 'printer'],
  ['-Country', 'globe'],
  ['-City', 'pin'],
  ['-Dictionary', 'book'],
]

/** The drawing of a menu entry; both areas share theirs, links to other sites have one of their own. */
export const routeIcon = (route: string): IconName =>
  route.startsWith('http') ? 'link' : (icons.find(([ending]) => route.endsWith(ending))?.[1] ?? 'more')
