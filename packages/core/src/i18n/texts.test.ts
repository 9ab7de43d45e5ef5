import { describe, expect, it } from 'vitest'
import { errors } from '@tiffin/sdk/contract'
import { printerErrors } from '#receipt/printer'
import { texts } from './texts.ts'

const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join(' ')

describe.each(['ru', 'ar'])('built-in texts in %s', (lang) => {
  const own = texts[lang] ?? {}

  it('SHELL-03: has a sentence for every refusal of the contract', () => {
    expect(Object.values(errors).filter((key) => !own[key])).toEqual([])
  })

  it('SHELL-03 PRINT-10: has a sentence for everything that can go wrong with a printer', () => {
    expect(Object.values(printerErrors).filter((key) => !own[key])).toEqual([])
  })

  it('keeps the parameters of its keys', () => {
    // "One item" needs no number.
    const says = (key: string, text: string) => marks(key) === marks(text) || (/_(zero|one|two)$/.test(key) && marks(text) === '')
    expect(Object.entries(own).filter(([key, text]) => !says(key, text))).toEqual([])
  })
})
