import { describe, expect, it } from 'vitest'
import { normalizePhone } from '@tiffin/sdk/contract'
import { checkNewPassword, gradePassword, type PasswordGrade } from './password.ts'
import { formatPhone, phoneLink } from './format-phone.ts'
import { cleanPhone, isCompletePhone, messagePhone, phoneLength, phoneSpellings } from './phone.ts'
import { localized, localizedText, unescapeFormula, escapeFormula } from './text.ts'

describe('phones', () => {
  it.each<[string, string | undefined, string]>([
    ['+7 (999) 123-45-67', undefined, '79991234567'],
    ['8 999 123-45-67', undefined, '79991234567'],
    ['89991234567', '7', '79991234567'],
    ['89991234567', '+7', '79991234567'],
    ['86123456789', '86', '86123456789'],
    ['8801712345678', '880', '8801712345678'],
    ['812345678', undefined, '812345678'],
    ['abc', undefined, ''],
    ['0049 30 55511', undefined, '493055511'],
    ['0049 30 55511', '7', '493055511'],
    ['+49 30 55511', '49', '493055511'],
    ['+49 (0) 30 55511', '49', '493055511'],
    ['030 55511', '49', '493055511'],
    ['030 55511', undefined, '03055511'],
    ['06 1234 5678', '39', '390612345678'],
    ['00', '49', ''],
  ])('EDIT-22 EDIT-23: %s with country code %s is stored as %s', (input, phone_code, kept) => {
    expect(cleanPhone(input, phone_code === undefined ? null : { phone_code })).toBe(kept)
  })

  it('keeps a leading 0 if the number is complete with it', () => {
    expect(cleanPhone('0700 000 000', { phone_code: '225', phone_mask: '+225 ## ## ## ## ##' })).toBe('2250700000000')
  })

  it('drops a 0 after the country code if the number is one digit too long with it', () => {
    expect(cleanPhone('+49 0151 23456789', { phone_code: '49', phone_mask: '+49 ### ########' })).toBe('4915123456789')
  })

  it.each([
    ['+1 512 812 1181', '15128121181'],
    ['001 512 812 1181', '15128121181'],
    ['0151 28121181', '4915128121181'],
    ['151 28121181', '4915128121181'],
    ['49 151 28121181', '4915128121181'],
    ['030 1234', '49301234'],
    ['301234', '301234'],
  ])('a message to %s goes to %s', (typed, number) => {
    expect(messagePhone(typed, { phone_code: '49', phone_mask: '+49 ### ########' })).toBe(number)
  })

  it('with and without the country code are spellings of one number', () => {
    expect(phoneSpellings('12125550100', { phone_code: '+1' })).toEqual(['12125550100', '2125550100'])
    expect(phoneSpellings('2125550100', { phone_code: '1' })).toEqual(['2125550100', '12125550100'])
    expect(phoneSpellings('2125550100')).toEqual(['2125550100'])
    expect(phoneSpellings('', { phone_code: '1' })).toEqual([''])
  })

  it.each<[string, string | undefined]>([
    ['+49 (30) 555-11', '493055511'],
    ['٤٩١٥١٢٣٤', '49151234'],
    ['', ''],
    ['  ', ''],
    ['abc', undefined],
    ['1'.repeat(21), undefined],
  ])('EDIT-18: %j is stored as %j', (text, stored) => {
    expect(normalizePhone(text)).toBe(stored)
  })

  it("EDIT-19: a number is complete with exactly the country's number of digits", () => {
    const country = { phone_len: 11, phone_mask: '+7 (###) ###-##-##' }
    expect(phoneLength({ phone_mask: country.phone_mask })).toBe(11)
    expect(['7999123456', '79991234567', '799912345678'].map((phone) => isCompletePhone(phone, country))).toEqual([
      false,
      true,
      false,
    ])
    expect(isCompletePhone('', {})).toBe(false)
  })

  it.each([
    ['79991234567', '+7 999 123 45 67'],
    ['12125550123', '+1 212 555 0123'],
    ['4930123456', '+49 301 234 56'],
    ['4915112345678', '+49 151 1234 5678'],
    ['351911234567', '+351 911 234 567'],
    ['995599123456', '+995 599 12 34 56'],
    ['971501234567', '+971 50 123 4567'],
    ['447700900123', '+44 7700 900123'],
    // Not the usual length in its country.
    ['97150123456', '+971 501 234 56'],
    ['880171234567', '+880 171 234 567'],
    ['112', '112'],
    ['0301234567', '030 123 4567'],
    ['', ''],
  ])('EDIT-24: %s is shown as %s', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown)
  })

  it.each([
    ['79991234567', 'tel:+79991234567'],
    ['112', 'tel:112'],
    ['0301234567', 'tel:0301234567'],
  ])('%s is dialled as %s', (phone, address) => {
    expect(phoneLink(phone)).toBe(address)
  })
})

describe('passwords', () => {
  const short = 'Password must be more than 6 characters'
  const mix = 'Password must contain special characters, numbers and Latin letters in different cases'
  const simple = 'Very simple password'
  const expectGrade = (
    passwords: readonly string[],
    grade: PasswordGrade,
    message: string,
    [shared, profile]: readonly [boolean, boolean],
  ): void => {
    for (const password of passwords) {
      expect(gradePassword(password), password).toEqual({ grade, allowed: shared, message })
      expect(gradePassword(password, 'profile'), password).toEqual({ grade, allowed: profile, message })
    }
  }
  const nowhere = [false, false] as const
  const everywhere = [true, true] as const

  it('EDIT-25: fewer than six characters are refused, six are not', () => {
    expectGrade(['aA1!x', ''], 'refused', short, nowhere)
    expectGrade(['aA1!xy'], 'good', 'Good password', everywhere)
  })
  it('EDIT-26: one class of characters is refused', () =>
    expectGrade(['abcdefgh', 'ABCDEFGH', '12345678', '!!!!!!!!', 'пароль1'], 'refused', mix, nowhere))
  it('EDIT-27 PROF-02: two classes are enough, except in the profile', () =>
    expectGrade(['abc123', 'ABC!!!'], 'simple', simple, [true, false]))
  it('EDIT-28: three classes make a medium password', () =>
    expectGrade(['Abc123', 'abc12!', 'ABC12!', 'Abcde!'], 'medium', 'Medium password', everywhere))
  it('EDIT-29: four classes make a good password', () => expectGrade(['Abc12!'], 'good', 'Good password', everywhere))

  it('EDIT-30: refuses two different passwords, but reports a weak one first', () => {
    expect(checkNewPassword('Abc12!', 'Abc12!')).toMatchObject({ allowed: true })
    for (const repeat of ['Abc12?', 'abc12!', 'Abc12! ', ''])
      expect(checkNewPassword('Abc12!', repeat), repeat).toMatchObject({ allowed: false, message: 'Password mismatch' })
    expect(checkNewPassword('abc', 'abd')).toMatchObject({ allowed: false, message: short })
  })
})

describe('texts in several languages', () => {
  it.each<[Record<string, string> | null | undefined, string, string]>([
    [{ en: 'Soup', de: 'Suppe' }, 'de', 'Suppe'],
    [{ en: 'Soup', de: 'Suppe' }, 'fr', 'Soup'],
    [{ en: 'Soup', de: '' }, 'de', 'Soup'],
    [{ pt: 'Sopa', en: 'Soup' }, 'pt-BR', 'Sopa'],
    [{ en: '', ru: 'Суп' }, 'de', 'Суп'],
    [{}, 'de', ''],
    [null, 'de', ''],
    [undefined, 'de', ''],
  ])('%j in %s shows "%s"', (text, lang, shown) => {
    expect(localized(text, lang)).toBe(shown)
  })

  it.each([
    [{ en: 'Soup', ar: 'حساء' }, 'ar', { text: 'حساء' }],
    [{ pt: 'Sopa' }, 'pt-BR', { text: 'Sopa' }],
    [{ en: 'Soup', ar: '' }, 'ar', { text: 'Soup', code: 'en' }],
    [{ en: '', ru: 'Суп' }, 'ar', { text: 'Суп', code: 'ru' }],
    [{}, 'ar', { text: '' }],
  ])('SHELL-40: %j for a reader of "%s" is %j', (texts, lang, shown) => {
    expect(localizedText(texts, lang)).toEqual(shown)
  })
})

it.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["''", "''"],
  ["'quoted'", "'quoted'"],
  ['- none -', "'- none -"],
  ['Save', 'Save'],
  ['', ''],
])('writes %j into a sheet as %j, and reads it back (AMB-230)', (text, cell) => {
  expect(escapeFormula(text)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(text)
})
