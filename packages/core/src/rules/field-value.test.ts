import { entities, type Entity, errors, type Field } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { textOf } from '#i18n/text-key'
import { isEmptyValue, readField } from './field-value.ts'

const fieldOf = (path: string): Field => {
  const [entity = '', name = ''] = path.split('.')
  return (entities as Record<string, Entity>)[entity]?.fields[name] as Field
}

describe('a required field is empty', () => {
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
  ])('%s: %j: %s', (path, value, isEmpty) => {
    expect(isEmptyValue(fieldOf(path), value)).toBe(isEmpty)
  })
})

describe('a value is refused in words', () => {
  it.each<[string, unknown, string, (string | number)[] | undefined]>([
    ['courier.phone', null, errors.required, ['the field']],
    ['courier.phone', '', errors.required, ['the field']],
    ['courier.name', 'x'.repeat(201), 'At most %1 characters', [200]],
    ['subscribe_period.month', 121, 'At most %1', [120]],
    ['subscribe_period.month', 0, 'At least %1', [1]],
    ['country.currency_rate', 0, 'More than %1', [0]],
    ['city.radius', 1050, 'Only in steps of %1', [100]],
    ['promocode.date_start', '2026-02-30', 'This date does not exist or is not complete', undefined],
    ['order.time_finish', 'soon', 'This date does not exist or is not complete', undefined],
    ['promocode.use', 'five', 'A number is expected', undefined],
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
  ])('%s: %j is kept', (path, value, kept) => {
    expect(readField(fieldOf(path), 'the field', value)).toEqual({ kept })
  })
})
