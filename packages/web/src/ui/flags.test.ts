import { platformSeeds } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { flagCountries } from './flag-countries.ts'
import { flagOf } from './flags.ts'

describe('language flags', () => {
  const codes = (platformSeeds().global_lang ?? []).map(({ code }) => code ?? '')

  it('SHELL-39: a language has the flag of its country, by the alpha2 code', () => {
    expect(['en', 'ru', 'ar', 'ka', 'zh-TW'].map(flagOf)).toEqual(
      ['us', 'ru', 'eg', 'ge', 'tw'].map((country) => `/flags/${country}.svg`),
    )
    expect(['eo', 'not_a_language', ''].map(flagOf)).toEqual([undefined, undefined, undefined])
  })

  it('SHELL-39: exactly the flags of all platform languages are built in', () => {
    const requested = codes.map(flagOf).filter((flag) => flag !== undefined)
    expect(requested.length).toBeGreaterThan(60)
    expect([...new Set(requested)].toSorted()).toEqual(flagCountries.map((country) => `/flags/${country}.svg`).toSorted())
  })
})
