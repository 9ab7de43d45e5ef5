import { companyLimits, companyOptions } from '@tiffin/sdk/contract'
import { mayDeleteCompany, needsName, type Problem } from '#rules/index'
import { defineScreen, type Screen } from '../screen.ts'
import { companyStates } from './states.ts'

/** The users of a company: a tab in its editor, since owners have no administrators page (AMB-079). */
export const staff = defineScreen('admin', {
  name: 'people of a company',
  title: 'Users',
  one: 'User',
  shownIn: 'none',
  columns: ['img', 'name', 'login', 'company_role', 'admin_status'],
  order: 'login',
  // Leaves out platform administrators, who belong to every company.
  where: [{ key: 'company_role', op: 'notnull' }],
  check: (before, after): Record<string, Problem> =>
    before || after['password'] ? {} : { password: { text: '%1 is required', params: ['Password'] } },
  // An operator sees nothing until a merchant gives access (PERM-03).
  next: ({ company_role }) =>
    company_role === 2
      ? { text: "%1 can't see anything yet. Give access on the Access tab of a merchant.", page: 'Company-Merchant' }
      : undefined,
  editor: {
    tabs: {
      Main: { rows: ['login', ['name', 'surname'], ['phone', 'email']], side: ['admin_status', 'company_role', 'overrule'] },
      Security: ['password'],
      Image: ['img'],
    },
  },
})

const inRowsOf = <T>(length: number, fields: readonly T[]): T[][] =>
  fields.flatMap((_, at) => (at % length === 0 ? [fields.slice(at, at + length)] : []))

const tabs = {
  Main: {
    rows: ['name', 'description'],
    sections: { Region: [['country', 'timezone'], 'lang'] },
    side: ['status', 'enable', 'suspended'],
  },
  Users: staff,
  'Fee & Tips': [['fee', 'tips'], 'distance_model'],
  Settings: {
    rows: [
      ['service_phone', 'courier_phone'],
      ['agreement', 'price_show_decimal'],
    ],
    sections: {
      'Sign-in': ['owner_second_factor'],
      'Delivery time': [['basic_delivery_time', 'approxumate_courier_speed', 'preliminary_indent_minutes']],
      'Order board': [
        ['order_age_warning', 'order_age_late', 'escalate_after'],
        'handoff_codes',
        ['sound_play_period', 'order_reload_timer', 'keep_alive_timeout'],
      ],
      Chat: ['chat_hours'],
    },
  },
  Tariff: {
    rows: [
      ['base_tariff', 'tariff_period', 'trial'],
      ['active', 'due_date', 'remaining_time'],
      ['balance', 'overlimit_order_price'],
      ['order_count', 'order_limit_date'],
    ],
    sections: { Limits: inRowsOf(3, companyLimits), Options: inRowsOf(3, companyOptions) },
  },
  Image: ['logo', 'cover'],
  Contacts: ['contact'],
  'Legal details': {
    rows: ['legal_name', ['legal_phone', 'legal_email'], 'legal_tax', 'legal_address'],
    sections: { Bank: ['legal_bank', ['legal_bic', 'legal_iban']] },
  },
  Docs: ['docs'],
  App: ['domain', 'domain_config', 'google_maps_key', 'color_scheme'],
} as const

// Only the platform sets the tariff; others use the subscription page (AMB-003).
const tabLevel: Screen['tabLevel'] = (actor, _id, tab) => (tab === 'Tariff' && actor.role !== 1 ? 0 : 2)

const removal: Screen['removal'] = {
  label: 'Delete company',
  takes: [
    { table: 'merchant', name: 'Merchants' },
    { table: 'order', name: 'Orders' },
    { table: 'user', name: 'Customers' },
    { table: 'courier', name: 'Couriers' },
    { table: 'admin', name: 'Users', where: staff.where },
  ],
  may: (actor, row) => mayDeleteCompany(actor, Number(row['company_id'])),
  needsName,
  run: (client, row, name) => {
    const company = Number(row['company_id'])
    return client.Company.Delete({ company_id: company, ...(name === '' ? {} : { name }) }, { company })
  },
}

const enabling = { title: 'Enable %1?', text: 'Its staff see it in their list of companies again.' } as const
const disabling = {
  title: 'Disable %1?',
  text: 'Its staff no longer see it in their list of companies. It still takes orders. To stop that, turn off Enabled in its editor.',
} as const

export const companies = defineScreen('company', {
  shownIn: 'platform',
  one: 'Company',
  columns: ['company_id', 'logo', 'name', 'used_by', 'creator', 'status', 'active', 'create'],
  filters: ['status'],
  states: companyStates,
  instant: ['status'],
  // Asks first, because users may expect that the status stops the company.
  follow: ({ name, value }) => (name === 'status' ? { set: {}, ask: value === 1 ? enabling : disabling } : undefined),
  create: false,
  remove: false,
  removal,
  tabLevel,
  editor: { kind: 'full', tabs },
})

export const ownCompany = defineScreen('company', {
  name: 'own company',
  shownIn: 'company',
  title: 'My company',
  one: 'My company',
  columns: [],
  states: companyStates,
  create: false,
  remove: false,
  removal,
  tabLevel,
  editor: { kind: 'page', tabs },
})
