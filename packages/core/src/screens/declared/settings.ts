import { defineScreen } from '../screen.ts'

// Rows come from the seeds, so that there is nothing to add (AMB-206).
const form = {
  columns: ['name', 'value', 'comment'],
  order: 'name',
  create: false,
  remove: false,
  editor: { kind: 'form', tabs: { Main: ['value'] } },
} as const

export const appSettings = defineScreen('app_settings', {
  title: 'Application settings',
  one: 'Application setting',
  routes: ['Administrator-Settings-App'],
  ...form,
})
export const globalSettings = defineScreen('global_settings', {
  title: 'Global settings',
  one: 'Global setting',
  routes: ['Administrator-Settings-Global'],
  ...form,
})
export const merchantSettings = defineScreen('merchant_settings', {
  title: 'Merchant settings',
  one: 'Merchant setting',
  routes: ['Administrator-Settings-Merchant'],
  ...form,
})
