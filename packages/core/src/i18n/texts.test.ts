import { describe, expect, it } from 'vitest'
import { texts } from './texts.ts'

const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join(' ')

describe.each(['ru', 'ar'])('built-in texts in %s', (lang) => {
  const own = texts[lang] ?? {}

  it('keep the parameters of their keys', () => {
    // A singular such as "One item" needs no number.
    const says = (key: string, text: string) => marks(key) === marks(text) || (/_(zero|one|two)$/.test(key) && marks(text) === '')
    expect(Object.entries(own).filter(([key, text]) => !says(key, text))).toEqual([])
  })
})
