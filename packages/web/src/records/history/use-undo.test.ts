import { createI18n } from '@tiffin/core/i18n'
import { expect, it } from 'vitest'
import { labels } from './use-undo.ts'

it.each([
  ['merchant', 'en', 'Seller name, Type'],
  ['merchant', 'ar', 'Seller name، Type'],
  ['what a newer server has', 'ar', 'name، type'],
])('MOON-01 SHELL-03: fields of %s that prevent an undo are named in %s', (table, lang, named) => {
  expect(labels(table, ['name', 'type'], createI18n().t, lang)).toBe(named)
})
