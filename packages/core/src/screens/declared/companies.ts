import { companyLimits, companyOptions } from '@tiffin/sdk/contract'
import { mayDeleteCompany, needsName, type Problem } from '#rules/index'
import { defineScreen, type Screen } from '../screen.ts'

/** The people of a company: a tab of its editor, since owners have no route of administrators (AMB-079). */
export const staff = defineScreen('admin', {
  name: 'people of a company',
  title: 'Users',
  routes: [],
  columns: ['img', 'name', 'login', 'company_role', 'admin_status'],
  order: 'login',
  // Platform administrators meet themselves in every company.
  where: [{ key: 'company_role', op: 'notnull' }],
  check: (before, after): Record<string, Problem> =>
    before || after['password'] ? {} : { password: { text: 'Please fill in %1', params: ['Password'] } },
  editor: {
    tabs: {
      Main: ['company_role', 'admin_status', 'login', 'name', 'surname', 'phone', 'email'],
      Security: ['password'],
      Image: ['img'],
    },
  },
})

const tabs = {
  Main: ['status', 'enable', 'suspended', 'country', 'name', 'description', 'lang', 'timezone'],
  Users: staff,
  'Fee & Tips': ['fee', 'tips', 'distance_model'],
  Settings: [
    'service_phone',
    'courier_phone',
    'agreement',
    'price_show_decimal',
    'preliminary_indent_minutes',
    'approxumate_courier_speed',
    'basic_delivery_time',
    'keep_alive_timeout',
    'sound_play_period',
    'order_reload_timer',
    'order_age_warning',
    'order_age_late',
    'escalate_after',
  ],
  Tariff: [
    'base_tariff',
    'tariff_period',
    'balance',
    'due_date',
    'active',
    'remaining_time',
    'order_count',
    'order_limit_date',
    'trial',
    'overlimit_order_price',
    ...companyLimits,
    ...companyOptions,
  ],
  Image: ['logo', 'cover'],
  Contacts: ['contact'],
  'Legal details': [
    'legal_name',
    'legal_phone',
    'legal_email',
    'legal_tax',
    'legal_address',
    'legal_bank',
    'legal_bic',
    'legal_iban',
  ],
  Docs: ['docs'],
  App: ['domain', 'domain_config', 'google_maps_key', 'color_scheme'],
} as const

// The tariff is the platform's; everybody else has the subscription page (AMB-003).
const tabLevel: Screen['tabLevel'] = (actor, _id, tab) => (tab === 'Tariff' && actor.role !== 1 ? 0 : 2)

const removal: Screen['removal'] = {
  may: (actor, row) => mayDeleteCompany(actor, Number(row['company_id'])),
  needsName,
  run: (client, row, name) => {
    const company = Number(row['company_id'])
    return client.Company.Delete({ company_id: company, ...(name === '' ? {} : { name }) }, { company })
  },
}

export const companies = defineScreen('company', {
  title: 'Companies',
  routes: ['Administrator-Company'],
  columns: ['company_id', 'logo', 'name', 'used_by', 'creator', 'status', 'active', 'create'],
  filters: ['status'],
  instant: ['status'],
  create: false,
  remove: false,
  removal,
  tabLevel,
  editor: { kind: 'full', tabs },
})

export const ownCompany = defineScreen('company', {
  name: 'own company',
  title: 'My company',
  routes: ['Company-Settings'],
  columns: [],
  create: false,
  remove: false,
  removal,
  tabLevel,
  editor: { kind: 'page', tabs },
})
