import { describe, expect, it } from 'vitest'
import { recordTitle } from './row-title.ts'

describe('what a record is called', () => {
  it.each([
    ['company', { company_id: 1, name: { en: 'Alpha', ru: 'Альфа' } }, 'Альфа'],
    ['admin', { login: 'anna', name: 'Anna', surname: 'Berg' }, 'Anna Berg'],
    ['order_status', { status: 2, value: { en: 'New' } }, 'New'],
    // Its type is the number of another row.
    ['payment', { payment_id: 7, type: 1 }, ''],
    ['company', null, ''],
  ])('of %s: %j is %j', (name, row, title) => {
    expect(recordTitle({ name }, row, 'ru')).toBe(title)
  })
})
