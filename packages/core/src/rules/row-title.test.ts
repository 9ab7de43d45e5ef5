import { describe, expect, it } from 'vitest'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { fieldsForTitle, recordName, recordTitle, rowDetail, rowDetails, rowTitle } from './row-title.ts'

describe('row titles', () => {
  it.each([
    ['its code, not the number of its type', { promocode_id: 3, type: 1, code: 'SUMMER' }, 'SUMMER'],
    ['its title', { banner_id: 4, type: 2, title: { en: 'Autumn' } }, 'Autumn'],
    ['its description', { payment_id: 7, type: 1, description: 'Top-up' }, 'Top-up'],
    ['its formatted phone', { user_id: 5, name: '', phone: '79991234567' }, '+7 999 123 45 67'],
  ])('is %s', (_what, row, title) => {
    expect(rowTitle(row, 'en')).toBe(title)
  })

  it.each<[EntityName, object, string]>([
    ['banner', { type: 2, title: { en: 'Autumn' } }, 'Autumn'],
    ['order_status', { status: 2, value: { en: 'New' } }, 'New'],
    ['promocode', { type: 1, code: 'SUMMER' }, 'SUMMER'],
    ['user', { name: '', phone: '79991234567' }, '+7 999 123 45 67'],
    ['admin', { name: 'Anna', surname: 'Berg', login: 'anna' }, 'Anna Berg'],
  ])('can be built from the fields loaded for it, for %s', (entity, row, title) => {
    const names = fieldsForTitle(entity)
    const read = Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
    expect(rowTitle(read, 'en')).toBe(title)
  })

  it('are distinguished from equal names by phone and address', () => {
    const row = { name: 'Anna', phone: '79991234567', address: { address: '1 Elm Street' } }
    expect(rowDetail(row, 'en')).toBe('+7 999 123 45 67, 1 Elm Street')
    expect(rowDetail({ phone: '79991234567' }, 'en')).toBe('')
  })
})

it('with equal names are distinguished by phone, or by key if that is not enough', () => {
  const rows = [
    { user_id: 1, name: 'Ida Brandt', phone: '79991234567' },
    { user_id: 2, name: 'Ida Brandt', phone: '79991234568' },
    { user_id: 3, name: 'Ida Brandt' },
    { user_id: 4, name: 'Ida Brandt' },
    { user_id: 5, name: 'Anna' },
  ]
  expect(rowDetails(rows, 'user_id', 'en')).toEqual(['+7 999 123 45 67', '+7 999 123 45 68', '#3', '#4', ''])
})

describe('record titles', () => {
  it.each([
    ['company', { company_id: 1, name: { en: 'Alpha', ru: 'Альфа' } }, 'Альфа'],
    ['admin', { login: 'anna', name: 'Anna', surname: 'Berg' }, 'Anna Berg'],
    ['order_status', { status: 2, value: { en: 'New' } }, 'New'],
    // Its type is the id of another row.
    ['payment', { payment_id: 7, type: 1 }, ''],
    ['payment', { payment_id: 7, type: 1, description: 'Top-up' }, 'Top-up'],
    ['promocode', { promocode_id: 3, type: 1, code: 'SUMMER' }, 'SUMMER'],
    ['banner', { banner_id: 4, type: 2, title: { en: 'Autumn' } }, 'Autumn'],
    ['company', null, ''],
  ])('of %s: %j is %j', (name, row, title) => {
    expect(recordTitle({ name }, row, 'ru')).toBe(title)
  })
})

describe('record names in lists', () => {
  const names: Record<string, string> = {
    'merchant 3': 'Forno Vecchio',
    'order 1207': '#6 Forno Vecchio',
    'admin 5': 'Olga Ames',
  }
  const nameOf = (to: string, id: number) => names[`${to} ${id}`] ?? ''
  it.each<[EntityName, object, string]>([
    ['order', { order_id: 1207, ticket: 6, merchant: 3 }, '#6 Forno Vecchio'],
    ['order', { order_id: 1207, ticket: 0, merchant: 3 }, '#1207 Forno Vecchio'],
    ['order', { order_id: 1207, ticket: 6, merchant: 4 }, '#6'],
    ['print_job', { print_job_id: 9, order: 1207 }, '#6 Forno Vecchio'],
    ['membership', { admin: 5 }, 'Olga Ames'],
    ['cuisine', { name: { en: 'Thai' } }, 'Thai'],
    ['admin', { name: '', surname: '', login: 'anna' }, 'anna'],
    ['user', { name: '', phone: '79991234567' }, '+7 999 123 45 67'],
  ])('of %s %j is %j', (entity, row, name) => {
    expect(recordName(entities[entity], { ...row }, nameOf, 'en')).toBe(name)
  })
})
