import type { MerchantType } from './entities/merchant-type.ts'
import type { OrderStatus } from './entities/order-status.ts'
import type { OrderStep } from './entities/order-step.ts'
import type { PayType } from './entities/pay-type.ts'
import type { Multilang } from './field.ts'
import { builtinAlarm } from './builtin-alarm.ts'

const t = (en: string, ru: string, ar: string): Multilang => ({ en, ru, ar })

/** Seeds refer to statuses by number; the server replaces it with the key of the created row. */
type ByNumber<T, K extends keyof T> = Partial<Omit<T, K | 'company' | 'revision'>> & Record<K, number[]>

export interface CompanySeeds {
  order_status: readonly (ByNumber<OrderStatus, 'transfer'> & Pick<OrderStatus, 'status' | 'value' | 'color' | 'merchant'>)[]
  order_step: readonly (ByNumber<OrderStep, 'status'> & Pick<OrderStep, 'step' | 'type' | 'name'>)[]
  pay_type: readonly (Partial<Omit<PayType, 'company' | 'revision'>> & Pick<PayType, 'name'>)[]
  merchant_type: readonly (Partial<Omit<MerchantType, 'company' | 'revision'>> & Pick<MerchantType, 'type'>)[]
}

const withWhiteText = (background: string): OrderStatus['color'] => ({ background, text: '#FFFFFF' })

/** The rows of a new company (AMB-147). Modes: 0 no column, 1 locked, 2 full (AMB-091); an empty `transfer` is final. */
export const companySeeds: CompanySeeds = {
  order_status: [
    {
      status: 1,
      value: t('Pre-order', 'Предзаказ', 'طلب مسبق'),
      color: withWhiteText('#5B4B8A'),
      merchant: 2,
      courier: 0,
      transfer: [2, 3, 0],
      reservation: 1,
    },
    {
      status: 2,
      value: t('New', 'Новый', 'جديد'),
      color: withWhiteText('#B3261E'),
      merchant: 2,
      courier: 0,
      transfer: [1, 3, 0],
      created: 1,
      sound: builtinAlarm,
    },
    {
      status: 3,
      value: t('Accepted', 'Принят', 'مقبول'),
      color: withWhiteText('#8A5A00'),
      merchant: 2,
      courier: 0,
      transfer: [4, 5, 0],
      print: 1,
    },
    {
      status: 4,
      value: t('Cooking', 'Готовится', 'قيد التحضير'),
      color: withWhiteText('#A63F00'),
      merchant: 2,
      courier: 0,
      transfer: [5, 0],
    },
    {
      status: 5,
      value: t('Ready', 'Готов', 'جاهز'),
      color: withWhiteText('#2E7D32'),
      merchant: 2,
      courier: 2,
      transfer: [4, 6, 7, 8, 0],
      ready: 1,
      courier_push_unassigned: 1,
    },
    {
      status: 6,
      value: t('Courier assigned', 'Курьер назначен', 'تم تعيين السائق'),
      color: withWhiteText('#00695C'),
      merchant: 2,
      courier: 2,
      transfer: [5, 7, 0],
      courier_appointed: 1,
      courier_push_assigned: 1,
    },
    {
      status: 7,
      value: t('On the way', 'В пути', 'في الطريق'),
      color: withWhiteText('#1565C0'),
      merchant: 2,
      courier: 2,
      transfer: [8, 0],
    },
    {
      status: 8,
      value: t('Delivered', 'Доставлен', 'تم التوصيل'),
      color: withWhiteText('#455A64'),
      merchant: 2,
      courier: 1,
      transfer: [9],
      done: 1,
    },
    {
      status: 9,
      value: t('Closed', 'Закрыт', 'مغلق'),
      color: withWhiteText('#616161'),
      merchant: 1,
      courier: 0,
      transfer: [],
      done: 1,
    },
    {
      status: 0,
      value: t('Cancelled', 'Отменён', 'ملغى'),
      color: withWhiteText('#4E342E'),
      merchant: 0,
      courier: 0,
      transfer: [],
    },
  ],
  order_step: [
    { step: 1, type: 1, name: t('Delivery', 'Доставка', 'توصيل'), status: [2, 3, 4, 5, 6, 7, 8] },
    { step: 2, type: 2, name: t('Pickup', 'Самовывоз', 'استلام'), status: [2, 3, 4, 5, 8] },
  ],
  pay_type: [{ name: t('Cash', 'Наличные', 'نقدًا'), status: 1, admin: 2, app: 2, odd: 2, online: 0, order: 1 }],
  merchant_type: [{ type: t('Restaurants', 'Рестораны', 'مطاعم'), status: 1, color: '#FFFFFF', order: 1 }],
}
