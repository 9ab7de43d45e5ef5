import type { Company, Multilang } from '@tiffin/sdk/contract'
import type { MenuName } from './menus.ts'
import { berlin, dubai, lisbon, tbilisi, type Town } from './towns.ts'

export interface MerchantPlan {
  name: Multilang
  menu: MenuName
  /** Usual cooking time of an order in minutes. */
  cooking: number
  /** Share of the company's orders, relative to other merchants. */
  popular: number
  category: 'Restaurants' | 'Cafés'
}

export interface CompanyPlan {
  /** Login of its owner. */
  owner: string
  name: Multilang
  town: Town
  merchants: readonly MerchantPlan[]
  /** Sizes at full scale; days count back from today. */
  customers: number
  couriers: number
  days: number
  perDay: number
  /** Orders open when the seed is created; null leaves it to the time of day. */
  open: number | null
  /** Days since the last order; 0 continues to the current time. */
  ended: number
  set: Partial<Company>
  /** Sets the order count to this share of `limit_order`. */
  used?: number
}

const at = (
  name: Multilang,
  menu: MenuName,
  cooking: number,
  popular: number,
  category: MerchantPlan['category'] = 'Restaurants',
): MerchantPlan => ({ name, menu, cooking, popular, category })

const merchantsOfA: MerchantPlan[] = [
  at({ en: 'Grill & Glory' }, 'burger', 14, 9),
  at({ en: 'Kiez Burger' }, 'burger', 12, 7),
  at({ en: 'Forno Vecchio' }, 'pizza', 16, 9),
  at({ en: 'Pizza am Ufer' }, 'pizza', 15, 6),
  at({ en: 'Kumo Sushi', ja: '雲 寿司' }, 'sushi', 22, 7),
  at({ en: 'Umi', ja: '海' }, 'sushi', 20, 4),
  at({ en: 'Tiflis Corner', ru: 'Тифлисский угол', ka: 'თბილისური კუთხე' }, 'georgian', 20, 5),
  at({ en: 'Khinkali House', ru: 'Дом хинкали', ka: 'ხინკლის სახლი' }, 'georgian', 18, 4),
  at({ en: 'Beit Sham', ar: 'بيت الشام' }, 'levant', 12, 8),
  at({ en: 'Zeytouna', ar: 'زيتونة' }, 'levant', 14, 5),
  at({ en: 'Masala Junction' }, 'indian', 22, 6),
  at({ en: 'Curry Leaf' }, 'indian', 20, 4),
  at({ en: 'Lotus Garden', zh: '莲花园' }, 'chinese', 16, 5),
  at({ en: 'Dragon Noodle Bar', zh: '龙面馆' }, 'chinese', 13, 5),
  at({ en: 'La Esquina' }, 'mexican', 12, 4),
  at({ en: 'Taquería Sol' }, 'mexican', 11, 3),
  at({ en: 'Bäckerei Morgenrot' }, 'bakery', 7, 4, 'Cafés'),
  at({ en: 'Café Zucker' }, 'bakery', 8, 3, 'Cafés'),
  at({ en: 'Grünzeug' }, 'green', 10, 4, 'Cafés'),
  at({ en: 'Bowl Theory' }, 'green', 9, 3, 'Cafés'),
]

/** The four companies of the demo (DESIGN §6): A busy, B close to its limit, C suspended, D disabled. */
export const companyPlans: readonly CompanyPlan[] = [
  {
    owner: 'owner',
    name: { en: 'Saffron Street', ru: 'Шафрановая улица', ar: 'شارع الزعفران' },
    town: berlin,
    merchants: merchantsOfA,
    customers: 3000,
    couriers: 60,
    days: 90,
    perDay: 550,
    open: 100,
    ended: 0,
    set: { limit_order: null, tips: [5, 10, 15], fee: '0.99', sound_play_period: 30 },
  },
  {
    owner: 'owner-b',
    name: { en: 'Mtatsminda Eats', ru: 'Еда на Мтацминде', ar: 'مأكولات متاتسميندا', ka: 'მთაწმინდის სამზარეულო' },
    town: tbilisi,
    merchants: [
      at({ en: 'Sololaki Kitchen', ka: 'სოლოლაკის სამზარეულო' }, 'georgian', 18, 5),
      at({ en: 'Vake Pizza', ka: 'ვაკის პიცა' }, 'pizza', 15, 3),
      at({ en: 'Dry Bridge Burgers', ka: 'მშრალი ხიდი' }, 'burger', 12, 3),
      at({ en: 'Fabrika Coffee', ka: 'ფაბრიკა' }, 'bakery', 7, 2, 'Cafés'),
    ],
    customers: 220,
    couriers: 6,
    days: 60,
    perDay: 32,
    open: null,
    ended: 0,
    set: { limit_order: 1000, fee: '1.00' },
    used: 0.92,
  },
  {
    owner: 'owner-c',
    name: { en: 'Marina Plates', ru: 'Тарелки Марины', ar: 'أطباق المارينا' },
    town: dubai,
    merchants: [
      at({ en: 'Deira Grill', ar: 'مشاوي ديرة' }, 'levant', 14, 3),
      at({ en: 'Bur Dubai Curry', ar: 'كاري بر دبي' }, 'indian', 20, 2),
    ],
    customers: 60,
    couriers: 3,
    days: 30,
    perDay: 8,
    open: null,
    ended: 6,
    set: { suspended: 1, fee: '2.00' },
  },
  {
    owner: 'owner-d',
    name: { en: 'Tejo Table', ru: 'Стол на Тежу', ar: 'مائدة تاجة', pt: 'Mesa do Tejo' },
    town: lisbon,
    merchants: [at({ en: 'Alfama Bowls' }, 'green', 10, 1), at({ en: 'Belém Bakery' }, 'bakery', 8, 1, 'Cafés')],
    customers: 12,
    couriers: 1,
    days: 5,
    perDay: 4,
    open: null,
    ended: 3,
    set: { enable: 0 },
  },
]
