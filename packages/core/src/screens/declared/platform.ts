import { defineScreen } from '../screen.ts'

export const countries = defineScreen('country', {
  title: 'Countries',
  routes: ['Administrator-Country'],
  columns: ['country_id', 'emoji', 'name', 'alpha2', 'phone_code', 'currency_code', 'currency_rate'],
  order: 'name',
  editor: {
    tabs: {
      Main: ['name', 'name_en', 'alpha2', 'alpha3', 'emoji', 'phone_code', 'phone_mask', 'phone_len', 'location'],
      Currency: ['currency_name', 'currency_code', 'currency_symbol', 'currency_rate'],
    },
  },
})

export const cities = defineScreen('city', {
  title: 'Cities',
  routes: ['Administrator-City'],
  columns: ['city_id', 'name', 'country', 'radius'],
  filters: ['country'],
  order: 'name',
  editor: { tabs: { Main: ['country', 'name', 'geo', 'radius'] } },
})

export const accessLevels = defineScreen('access', {
  title: 'Access levels',
  routes: ['Administrator-Settings-Access'],
  columns: ['access_id', 'name', 'access'],
  order: 'access',
  editor: { tabs: { Main: ['name', 'access'] } },
})

export const courierStatuses = defineScreen('courier_status', {
  title: 'Courier statuses',
  routes: ['Administrator-Courier-Status'],
  columns: ['courier_status_id', 'value', 'color', 'icon'],
  order: 'courier_status_id',
  editor: { tabs: { Main: ['value', 'color', 'icon'] } },
})

export const tariffs = defineScreen('tariff', {
  title: 'Tariffs',
  routes: ['Administrator-Tariff'],
  columns: ['order', 'img', 'name', 'amount', 'status'],
  editor: {
    kind: 'full',
    tabs: {
      Main: ['status', 'name', 'amount', 'trial', 'trial_period', 'most_value', 'subscription', 'order', 'img'],
      Description: ['description_top', 'description_middle', 'description_bottom', 'button'],
      Options: ['option'],
    },
  },
})

export const periods = defineScreen('subscribe_period', {
  title: 'Subscription periods',
  routes: ['Administrator-SubscriptionPeriods'],
  columns: ['month', 'name', 'discount', 'default', 'status'],
  order: 'month',
  editor: { tabs: { Main: ['month', 'name', 'discount', 'default', 'status'] } },
})
