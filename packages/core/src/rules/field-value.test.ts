import { entities, type Entity, errors, type Field } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { textOf } from '#i18n/text-key'
import { isEmptyValue, readField } from './field-value.ts'

const fieldOf = (path: string): Field => {
  const [entity = '', name = ''] = path.split('.')
  return (entities as Record<string, Entity>)[entity]?.fields[name] as Field
}

describe('empty required fields', () => {
  it.each<[string, unknown, boolean]>([
    ['courier.name', undefined, true],
    ['courier.name', null, true],
    ['courier.name', '', true],
    ['courier.name', ' \u200b\u00a0', true],
    ['courier.name', 'x', false],
    ['courier.name', 0, false],
    ['courier.name', [], true],
    ['courier.name', ['x'], false],
    ['courier.name', {}, false],
    ['cuisine.name', {}, true],
    ['cuisine.name', { en: '' }, true],
    ['cuisine.name', { en: ' ', ru: '\u200b' }, true],
    ['cuisine.name', { en: '', ru: 'x' }, false],
    ['cuisine.name', 'x', false],
    ['order.courier', 0, true],
    ['order.courier', 7, false],
  ])('%s: %j: %s', (path, value, isEmpty) => {
    expect(isEmptyValue(fieldOf(path), value)).toBe(isEmpty)
  })
})

describe('refusals as sentences', () => {
  it.each<[string, unknown, string, (string | number)[] | undefined]>([
    ['courier.phone', null, errors.required, ['the field']],
    ['courier.phone', '', errors.required, ['the field']],
    ['courier.name', 'x'.repeat(201), 'Must be %1 characters or fewer', [200]],
    ['subscribe_period.month', 121, 'Must be %1 or less', [120]],
    ['subscribe_period.month', 0, 'Must be %1 or more', [1]],
    ['country.currency_rate', 0, 'Must be more than %1', [0]],
    ['city.radius', 1050, 'Must be a multiple of %1', [100]],
    ['promocode.date_start', '2026-02-30', 'Enter a complete, valid date', undefined],
    ['order.time_finish', 'soon', 'Enter a complete, valid date', undefined],
    ['promocode.use', 'five', 'Enter a number', undefined],
    ['courier.name', 5, errors.invalid_value, ['the field']],
    ['promocode.type', 3, errors.invalid_value, ['the field']],
  ])('%s: %j: %s', (path, value, text, params) => {
    const read = readField(fieldOf(path), 'the field', value)
    expect('refusal' in read && [textOf(read.refusal), read.refusal.params]).toEqual([text, params])
    expect('refusal' in read && read.refusal.code).toBe(text === errors.required ? 'required' : 'invalid_value')
  })

  it.each<[string, unknown, unknown]>([
    ['courier.name', 'Kim', 'Kim'],
    ['promocode.use', 5, 5],
    ['pay_type.pay_system', null, null],
    ['merchant_type.col', 2, 2],
  ])('%s: %j is stored', (path, value, kept) => {
    expect(readField(fieldOf(path), 'the field', value)).toEqual({ kept })
  })
})
