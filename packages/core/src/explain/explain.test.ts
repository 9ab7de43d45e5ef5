import type { SessionCompany } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { orderFormat } from '../new-order/order-format.ts'
import { explainBoardOf } from './board-choice.ts'
import { explain, type Why } from './explain.ts'

const now = Date.parse('2026-11-26T10:00:00.000Z')
const company = {
  timezone: 'Europe/Berlin',
  country: { alpha2: 'DE', currency_symbol: '€', currency_code: 'EUR' },
  price_show_decimal: 1,
} as SessionCompany
const why: Why = {
  status: 'OK',
  order_id: 42,
  code: '12.50',
  price: [
    { label: 'Cost', amount: '1234.50', why: 'Items: %1', params: [2] },
    { label: 'Promo code', amount: '-12.50', why: 'Code %1', params: ['12.50'] },
    { label: 'Delivery', amount: '0.00', why: 'Pickup' },
    { label: 'Total', amount: '1222.00' },
  ],
  estimate: [
    { label: 'Driving time', minutes: 6.5, why: '%1 km at %2 km/h', params: [1.2, 10] },
    { label: 'Base time', minutes: 15 },
    { label: 'Busy kitchen', minutes: 15, why: 'Until %1', params: ['2026-11-26T17:30:00.000Z'] },
  ],
  held: [
    {
      label: 'Held until %1: due %2, takes %3 min',
      label_params: ['2026-11-26T17:20:00.000Z', '2026-11-26T18:00:00.000Z', 40],
    },
  ],
  promocode: [{ label: 'Dates', passed: false, why: 'The promo code is not valid before %1', params: ['2026-12-01'] }],
  warnings: [{ label: 'Closed', passed: false, why: 'Below the minimum order of %1', params: ['15.00'] }, { label: 'Too early' }],
  board: [
    {
      label: 'Not on the board',
      why: 'It is finished, and was not created from %1 to %2',
      params: ['2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z'],
    },
  ],
  moves: [
    { label: 'Move to %1', label_params: ['15.00'], passed: false, why: 'The column %1 is locked', params: ['2026-12-01'] },
  ],
}

async function lines(lang: string): Promise<string[]> {
  const i18n = createI18n()
  await i18n.use(lang)
  return explain(why, { t: i18n.t, format: orderFormat(company, { lang, now }) }).flatMap(({ title, lines: texts }) => [
    title,
    ...texts,
  ])
}

describe('an explanation', () => {
  it('MOON-03: is lines with amounts, times and days as the company writes them; names and codes stay as they are', async () => {
    expect(await lines('en')).toEqual([
      'Price',
      'Cost: 1,234.50 € (Items: 2)',
      'Promo code: -12.50 € (Code 12.50)',
      'Delivery: 0.00 € (Pickup)',
      'Total: 1,222.00 €',
      'Estimate',
      'Driving time: 6.5 min (1.2 km at 10 km/h)',
      'Base time: 15 min',
      'Busy kitchen: 15 min (Until 18:30)',
      'Held',
      'Held until 18:20: due 19:00, takes 40 min',
      'Promo code 12.50',
      'Dates: The promo code is not valid before Dec 1, 2026',
      'Saved despite warnings',
      'Closed: Below the minimum order of 15.00 €',
      'Too early',
      'Board',
      'Not on the board: It is finished, and was not created from 09:00 to Nov 27, 09:00',
      'Moves',
      'Move to 15.00: The column 2026-12-01 is locked',
    ])
  })

  it('MOON-03: is in the reader’s language', async () => {
    expect((await lines('ru')).filter((line) => !line.includes('18:20')).slice(5, 11)).toEqual([
      'Расчётное время',
      'Время в пути: 6.5 мин (1.2 км при 10 км/ч)',
      'Базовое время: 15 мин',
      'Загрузка кухни: 15 мин (До 18:30)',
      'Отложен',
      'Промокод 12.50',
    ])
  })
})

it('MOON-03 KDS-21: the board of an explanation is the chosen one, in the company’s days', () => {
  const choice = { chosen: [3], period: undefined, search: 'soup', station: 'Grill', hidden: [7] } as const
  expect(explainBoardOf(choice, { timezone: 'Europe/Berlin', now: Date.parse('2026-11-25T23:30:00.000Z') })).toEqual({
    merchants: [3],
    period: ['2026-11-25T23:00:00.000Z', '2026-12-03T22:59:59.999Z'],
    hidden: [7],
    search: 'soup',
    station: 'Grill',
  })
  const all = explainBoardOf(
    { ...choice, chosen: 'all', period: { from: '2026-11-01', to: '2026-11-01' } },
    { timezone: 'UTC', now },
  )
  expect(all).toMatchObject({ period: ['2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.999Z'] })
  expect(all).not.toHaveProperty('merchants')
})
