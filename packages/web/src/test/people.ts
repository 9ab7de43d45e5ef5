import { navigationFor } from '@tiffin/core/rules'
import { actorOf } from '@tiffin/core'
import { companyLimits, companyOptions, type SessionCompany, type SessionUser } from '@tiffin/sdk/contract'

const each = <K extends string, const V>(names: readonly K[], value: V) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<K, V>

/** A company in Berlin with every option and without limits. */
export const alpha = (more: Partial<SessionCompany> = {}): SessionCompany => ({
  company_id: 1,
  name: { en: 'Alpha' },
  logo: '',
  country: { alpha2: 'DE', currency_symbol: '€', currency_code: 'EUR', phone_code: '49', phone_mask: '' },
  google_maps_key: '',
  keep_alive_timeout: null,
  domain_config: '',
  timezone: 'Europe/Berlin',
  enable: 1,
  suspended: 0,
  order_count: 0,
  order_limit_date: null,
  remaining_time: null,
  sound_play_period: null,
  order_reload_timer: null,
  order_age_warning: 5,
  order_age_late: 8,
  handoff_codes: 0,
  price_show_decimal: 1,
  overlimit_order_price: null,
  ...each(companyLimits, null),
  ...each(companyOptions, 1),
  ...more,
})

function person(values: Partial<SessionUser>): SessionUser {
  const user: SessionUser = {
    token: '',
    admin_id: 1,
    login: 'owner',
    name: 'Olga',
    surname: 'Ames',
    phone: '4915112345',
    email: '',
    img: '',
    hide_menu: 0,
    company: alpha(),
    role: 2,
    company_role: 1,
    navigation: [],
    dictionary_edit: '',
    settings: {},
    merchants: {},
    device: null,
    ...values,
  }
  return { ...user, navigation: values.navigation ?? navigationFor(actorOf(user)) }
}

export const owner = (more: Partial<SessionUser> = {}) => person(more)
export const platform = (more: Partial<SessionUser> = {}) =>
  person({ login: 'platform', name: 'Petra', surname: '', role: 1, company: null, company_role: null, ...more })
/** Edits the first merchant and views the second on the board. */
export const operator = (more: Partial<SessionUser> = {}) =>
  person({
    admin_id: 2,
    login: 'operator',
    name: 'Otto',
    company_role: 2,
    merchants: { 1: [0, 2, 1, 2], 2: [0, 1, 1, 2] },
    ...more,
  })
