import { texts } from '@tiffin/core/i18n'
import { errorCodes, errors } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'

const places = (text: string): string[] =>
  [...text.matchAll(/%[1-4]/g)].map(([mark]) => mark).toSorted((a, b) => a.localeCompare(b))

describe('messages of refusals', () => {
  it.each(['ru', 'ar'])('SHELL-40: exist in %s, with all parameters', (lang) => {
    const own = texts[lang] ?? {}
    expect(errorCodes.filter((code) => !own[errors[code]])).toEqual([])
    expect(errorCodes.filter((code) => places(own[errors[code]] ?? '').join() !== places(errors[code]).join())).toEqual([])
  })

  it.each([
    ['ru', /[а-яё]/i],
    ['ar', /[\u0600-\u06ff]/],
  ] as const)('SHELL-40: are in the script of %s', (lang, letters) => {
    expect(errorCodes.filter((code) => !letters.test(texts[lang]?.[errors[code]] ?? ''))).toEqual([])
  })

  it('SHELL-40: are English if the key is not', () => {
    const foreign = errorCodes.map((code) => errors[code]).filter((key) => /[^\x20-\x7e]/.test(key))
    expect(foreign.filter((key) => !/^[\x20-\x7e]+$/.test(texts['en']?.[key] ?? ''))).toEqual([])
  })
})
