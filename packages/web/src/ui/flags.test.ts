import { platformSeeds } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { flagCountries, flagOf } from './flags.ts'

describe('flags of languages', () => {
  const codes = (platformSeeds().global_lang ?? []).map(({ code }) => code ?? '')

  it('SHELL-39: each language of the platform but one of no country has a flag, by the alpha2 code of its country', () => {
    expect(codes.length).toBeGreaterThan(60)
    expect(codes.filter((code) => flagOf(code) === undefined)).toEqual(['eo'])
    expect(['en', 'ru', 'ar', 'ka'].map(flagOf)).toEqual(['us', 'ru', 'eg', 'ge'].map((country) => `/flags/${country}.svg`))
  })

  it('none is built in that no language has', () => {
    const wanted = new Set(codes.map(flagOf))
    expect(flagCountries.filter((country) => !wanted.has(`/flags/${country}.svg`))).toEqual([])
  })
})
