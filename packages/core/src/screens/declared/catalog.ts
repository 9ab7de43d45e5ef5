import { type MerchantTab, merchantTabLevel } from '#rules/index'
import { defineScreen, type Screen } from '../screen.ts'

export const cuisines = defineScreen('cuisine', {
  title: 'Cuisines',
  routes: ['Company-Tag', 'Administrator-Tag'],
  columns: ['img', 'name', 'comment', 'order', 'show', 'status'],
  filters: ['status'],
  instant: ['show'],
  editor: { tabs: { Main: ['status', 'show', 'name', 'comment', 'img'] } },
})

export const categories = defineScreen('merchant_type', {
  title: 'Merchant types',
  routes: ['Company-Category', 'Administrator-Category'],
  columns: ['img', 'type', 'comment', 'order', 'col', 'status'],
  filters: ['status'],
  editor: { tabs: { Main: ['status', 'type', 'comment', 'color', 'col', 'alcohol_warning', 'img'] } },
})

// PERM-16, PERM-18, PERM-20
const tabLevel: Screen['tabLevel'] = (actor, id, tab) => merchantTabLevel(actor, id, tab as MerchantTab)

const merchantTabs = {
  Main: ['name', 'description', 'status', 'type', 'address', 'cuisine', 'order'],
  Products: ['use_balance', 'min_stock_balance', 'show_zero_price', 'show_zero_balance', 'separate_categories'],
  Delivery: ['delivery_mode', 'delivery'],
  'Store hours': ['work_time', 'preliminary_indent_days'],
  Image: ['logo', 'cover'],
  Settings: [
    'alcohol_warning',
    'cutlery',
    'show_tags_description',
    'product_card_text_fit',
    'cooking_time',
    'min_order_cost',
    'escalate_after',
  ],
  Contacts: ['contact'],
  Plugins: ['token', 'webhook_sale'],
  Access: ['access'],
} as const

export const merchants = defineScreen('merchant', {
  title: 'Merchants',
  routes: ['Company-Merchant'],
  columns: ['logo', 'name', 'description', 'order', 'type', 'status'],
  filters: [{ field: 'type', label: 'Category' }],
  mode: 'editor',
  sortWithin: 'type',
  tabLevel,
  editor: { kind: 'full', tabs: merchantTabs },
})

const { Products: _products, Delivery: _delivery, Plugins: _plugins, ...platformTabs } = merchantTabs

export const allMerchants = defineScreen('merchant', {
  name: 'merchants of all companies',
  title: 'Merchants',
  routes: ['Administrator-Merchant'],
  columns: ['logo', 'name', 'description', 'order', 'type', 'status'],
  filters: [{ field: 'type', label: 'Category' }],
  tabLevel,
  editor: { kind: 'full', tabs: platformTabs },
})
