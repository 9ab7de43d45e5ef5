import { expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { stationChoices } from './station-choices.ts'

const { t } = createI18n()

it.each([
  ['', ['All stations', 'Bar selected', 'Grill'], false],
  ['GRILL ', ['Grill'], false],
  ['gril', ['Grill', 'gril No order has it yet'], false],
  [' grilx', ['grilx No order has it yet'], true],
])('KDS-09: offers for the typed station %j: %j', (text, listed, isUnknown) => {
  const found = stationChoices(['Bar', 'Grill'], { chosen: 'Bar', text, t })
  expect(found.choices.map(({ label, remark }) => `${label} ${remark}`.trim())).toEqual(listed)
  expect(found.isUnknown).toBe(isUnknown)
})
