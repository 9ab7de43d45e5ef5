import { type MerchantTab, merchantTabLevel } from '#rules/index'
import { defineScreen, type Screen } from '../screen.ts'
import { statusStates, valueState } from './states.ts'

export const cuisines = defineScreen('cuisine', {
  one: 'Cuisine',
  columns: ['img', 'name', 'comment', 'order', 'show', 'status'],
  filters: ['status'],
  states: statusStates,
  instant: ['show'],
  editor: { tabs: { Main: ['name', 'comment', ['status', 'show'], 'img'] } },
})

export const categories = defineScreen('merchant_type', {
  one: 'Merchant type',
  columns: ['img', 'type', 'comment', 'order', 'col', 'status'],
  filters: ['status'],
  states: statusStates,
  editor: { tabs: { Main: ['type', 'comment', ['color', 'col'], ['status', 'alcohol_warning'], 'img'] } },
})

// PERM-16, PERM-18, PERM-20
const tabLevel: Screen['tabLevel'] = (actor, id, tab) => merchantTabLevel(actor, id, tab as MerchantTab)

const merchantStates = [
  valueState('active', 'Active', 'on', [{ key: 'status', prm: 1 }]),
  valueState('hidden', 'Hidden', 'off', [{ key: 'status', prm: 0 }]),
]

const merchantTabs = {
  Main: {
    rows: ['name', 'description'],
    sections: { 'In the app': [['type', 'order'], 'cuisine'], Location: ['address'] },
    side: ['status'],
  },
  Products: {
    sections: {
      Stock: [['use_balance', 'min_stock_balance']],
      'In the app': [['show_zero_price', 'show_zero_balance'], 'separate_categories'],
    },
  },
  Delivery: ['delivery_mode', 'delivery'],
  'Store hours': ['work_time', 'preliminary_indent_days'],
  Image: ['logo', 'cover'],
  Settings: {
    sections: {
      Orders: [
        ['min_order_cost', 'cooking_time'],
        ['escalate_after', 'auto_accept'],
      ],
      'In the app': [
        ['alcohol_warning', 'cutlery'],
        ['show_tags_description', 'product_card_text_fit'],
      ],
    },
  },
  Contacts: ['contact'],
  Plugins: ['token', 'webhook_sale'],
  Access: ['access'],
} as const

export const merchants = defineScreen('merchant', {
  shownIn: 'company',
  one: 'Merchant',
  columns: ['logo', 'name', 'description', 'order', 'type', 'status'],
  filters: [{ field: 'type', label: 'Category' }],
  states: merchantStates,
  mode: 'editor',
  sortWithin: 'type',
  tabLevel,
  editor: { kind: 'full', tabs: merchantTabs },
})

const { Products: _products, Delivery: _delivery, Plugins: _plugins, ...platformTabs } = merchantTabs

export const platformMerchants = defineScreen('merchant', {
  name: 'merchants of all companies',
  shownIn: 'platform',
  one: 'Merchant',
  columns: ['logo', 'name', 'description', 'order', 'type', 'status'],
  filters: [{ field: 'type', label: 'Category' }],
  states: merchantStates,
  tabLevel,
  editor: { kind: 'full', tabs: platformTabs },
})
