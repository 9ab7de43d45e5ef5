import type { Tariff, TariffOptionEntry } from './entities/tariff.ts'
import { type CompanyLimit, type CompanyOption, type TariffOption, tariffOptions } from './gate.ts'

type TariffInput = Partial<
  Record<CompanyOption, { free?: 0 | 1; value?: string }> & Record<CompanyLimit | 'overlimit_order_price', string>
>

/** One entry for each option; options not given are off, limits not given are unlimited. */
const optionsOf = (given: TariffInput): TariffOptionEntry[] =>
  tariffOptions.map((field: TariffOption) => {
    const it = given[field]
    const value = typeof it === 'string' ? it : (it?.value ?? '')
    const enable = it !== undefined || field.startsWith('limit_') ? 1 : 0
    return { field, free: typeof it === 'object' ? (it.free ?? 0) : 1, enable, show: enable, value, description: {} }
  })

const free = { free: 1 } as const

/** The tariffs of a new platform, in US dollars a month. */
export const tariffSeeds = (): Omit<Tariff, 'revision'>[] => [
  {
    tariff_id: 1,
    status: 1,
    name: { en: 'Start', ru: 'Старт', ar: 'البداية' },
    description_top: { en: 'For one kitchen', ru: 'Для одной кухни', ar: 'لمطبخ واحد' },
    description_middle: {},
    description_bottom: {},
    button: { en: 'Choose', ru: 'Выбрать', ar: 'اختيار' },
    trial: 1,
    trial_period: 30,
    most_value: 0,
    subscription: 1,
    amount: '19.00',
    option: optionsOf({
      limit_order: '500',
      limit_merchant: '1',
      limit_admin: '5',
      limit_courier: '5',
      overlimit_order_price: '0.10',
      allow_courier_app: free,
      allow_report: free,
      allow_promocode: { value: '5.00' },
      allow_push: { value: '5.00' },
    }),
    img: '',
    order: 1,
  },
  {
    tariff_id: 2,
    status: 1,
    name: { en: 'Business', ru: 'Бизнес', ar: 'الأعمال' },
    description_top: { en: 'For several merchants', ru: 'Для нескольких заведений', ar: 'لعدة متاجر' },
    description_middle: {},
    description_bottom: {},
    button: { en: 'Choose', ru: 'Выбрать', ar: 'اختيار' },
    trial: 1,
    trial_period: 30,
    most_value: 1,
    subscription: 1,
    amount: '79.00',
    option: optionsOf({
      limit_order: '10000',
      limit_merchant: '25',
      overlimit_order_price: '0.05',
      allow_chat: free,
      allow_mailing: free,
      allow_push: free,
      allow_promocode: free,
      allow_banner: free,
      allow_courier_app: free,
      allow_report: free,
      allow_web_app: free,
      allow_online_map: free,
      allow_online_payment: free,
      allow_accrual_bonus: free,
      allow_showcase_discount: free,
      allow_external_domain: { value: '10.00' },
      allow_mobile_app: { value: '49.00' },
      allow_white_lablel: { value: '29.00' },
      allow_ai: { value: '15.00' },
      allow_acc_sys_integration: { value: '19.00' },
    }),
    img: '',
    order: 2,
  },
]
