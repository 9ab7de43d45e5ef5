import { defineScreen } from '../screen.ts'

export const countries = defineScreen('country', {
  one: 'Country',
  columns: ['country_id', 'emoji', 'name', 'alpha2', 'phone_code', 'currency_code', 'currency_rate'],
  order: 'name',
  editor: {
    tabs: {
      Main: {
        rows: ['name', 'name_en', ['alpha2', 'alpha3', 'emoji'], 'location'],
        sections: { 'Phone numbers': [['phone_code', 'phone_mask', 'phone_len']] },
      },
      Currency: ['currency_name', ['currency_code', 'currency_symbol', 'currency_rate']],
    },
  },
})

export const cities = defineScreen('city', {
  one: 'City',
  columns: ['city_id', 'name', 'country', 'radius'],
  filters: ['country'],
  order: 'name',
  editor: { tabs: { Main: ['country', 'name', 'geo', 'radius'] } },
})

export const accessLevels = defineScreen('access', {
  one: 'Access level',
  columns: ['access_id', 'name', 'access'],
  order: 'access',
  editor: { tabs: { Main: ['name', 'access'] } },
})

export const courierStatuses = defineScreen('courier_status', {
  one: 'Courier status',
  columns: ['courier_status_id', 'value', 'color', 'icon'],
  order: 'courier_status_id',
  editor: { tabs: { Main: ['value', 'color', 'icon'] } },
})

export const tariffs = defineScreen('tariff', {
  one: 'Tariff',
  columns: ['order', 'img', 'name', 'amount', 'status'],
  editor: {
    kind: 'full',
    tabs: {
      Main: {
        rows: ['name', ['amount', 'trial_period']],
        sections: {
          'On the tariff page': [
            ['subscription', 'most_value'],
            ['trial', 'order'],
          ],
        },
        side: ['status', 'img'],
      },
      Description: ['description_top', 'description_middle', 'description_bottom', 'button'],
      Options: ['option'],
    },
  },
})

export const periods = defineScreen('subscribe_period', {
  one: 'Subscription period',
  columns: ['month', 'name', 'discount', 'default', 'status'],
  order: 'month',
  editor: { tabs: { Main: ['name', ['month', 'discount'], ['default', 'status']] } },
})
