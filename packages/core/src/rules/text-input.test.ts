import { describe, expect, it } from 'vitest'
import { checkNewPassword, gradePassword, type PasswordGrade } from './password.ts'
import { cleanPhone, formatPhone, isCompletePhone, phoneLength } from './phone.ts'
import { localized } from './text.ts'

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
  ])('EDIT-22 EDIT-23: %s with country code %s is kept as %s', (input, phone_code, kept) => {
    expect(cleanPhone(input, phone_code === undefined ? null : { phone_code })).toBe(kept)
  })

  it('EDIT-19: a number is whole at exactly the digits of the country', () => {
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
    ['79991234567', '7 999 123 45 67'],
    ['4930123456', '4930123456'],
    ['880171234567', '880171234567'],
    ['', ''],
  ])('EDIT-24: %s is shown as %s', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown)
  })
})

describe('passwords', () => {
  const short = 'Password must be more than 6 characters'
  const mix = 'Password must contain special characters, numbers and Latin letters in different cases'
  it.each<[string, string, PasswordGrade, boolean, boolean, string]>([
    ['EDIT-25', 'aA1!x', 'refused', false, false, short],
    ['EDIT-25', '', 'refused', false, false, short],
    ['EDIT-26', 'abcdefgh', 'refused', false, false, mix],
    ['EDIT-26', '12345678', 'refused', false, false, mix],
    ['EDIT-26', 'пароль1', 'refused', false, false, mix],
    ['EDIT-27 PROF-02', 'abc123', 'simple', true, false, 'Very simple password'],
    ['EDIT-27 PROF-02', 'ABC!!!', 'simple', true, false, 'Very simple password'],
    ['EDIT-28', 'Abc123', 'medium', true, true, 'Medium password'],
    ['EDIT-29', 'Abc12!', 'good', true, true, 'Good password'],
  ])('%s: "%s" is %s', (_ids, password, grade, shared, profile, message) => {
    expect(gradePassword(password)).toEqual({ grade, allowed: shared, message })
    expect(gradePassword(password, 'profile')).toEqual({ grade, allowed: profile, message })
  })

  it('EDIT-30: a repeat that differs is refused, a weak password for its weakness first', () => {
    expect(checkNewPassword('Abc12!', 'Abc12!')).toMatchObject({ allowed: true })
    expect(checkNewPassword('Abc12!', 'Abc12?')).toMatchObject({ allowed: false, message: 'Password mismatch' })
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
  ])('%j reads in %s "%s"', (text, lang, shown) => {
    expect(localized(text, lang)).toBe(shown)
  })
})
