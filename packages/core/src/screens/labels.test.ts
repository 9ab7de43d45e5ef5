import { describe, expect, it } from 'vitest'
import { ar } from '#i18n/ar'
import { createI18n } from '#i18n/create-i18n'
import { ru } from '#i18n/ru'
import { texts } from '#i18n/texts'
import { entities, type Entity, platformSeeds, tariffOptions } from '@tiffin/sdk/contract'
import { accessPositions } from '#rules/index'
import { contactParts, fieldLabel, partNames, screens, STATE, valueLabel } from './index.ts'
import { filterName } from './list-query.ts'

/** Field names and values on screens that have no label. */
const words = screens.flatMap(({ entity, columns, filters, editor }) => {
  const fields = [
    ...columns,
    ...filters.filter((filter) => 'field' in filter).map(filterName),
    ...editor.tabs.flatMap((tab) => tab.fields),
  ]
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    fields.includes(name)
      ? (field.values ?? []).filter((value) => valueLabel(entity, name, value) === undefined).map(String)
      : [],
  )
})

/** Names of parts. */
const { t } = createI18n()
const parts = [
  ...['address', 'city', 'coords', 'radius', 'info'].flatMap((part) => partNames(entities.merchant, 'address', part, t)),
  ...Object.keys(contactParts).flatMap((part) => partNames(entities.merchant, 'contact', part, t)),
  ...['0', '1', '2', '3', '4', '5', '6'].flatMap((day) => partNames(entities.merchant, 'work_time', day, t)),
  ...['background', 'text'].flatMap((part) => partNames(entities.order_status, 'color', part, t)),
  ...tariffOptions.flatMap((option) => partNames(entities.tariff, 'option', `${option}.enable`, t)),
  ...Object.values(accessPositions).flatMap((at) => partNames(entities.merchant, 'access', `7.${at}`, t)),
]

/** Settings are labelled by their comments (REF-22). */
const { app_settings, global_settings, merchant_settings } = platformSeeds()
const comments = [app_settings, global_settings, merchant_settings].flatMap((rows = []) =>
  rows.map(({ comment = '' }) => comment),
)

describe('record screens', () => {
  it.each([
    ['admin', 'Имя'],
    ['user', 'Имя'],
    ['courier', 'Имя'],
    ['city', 'Название'],
  ] as const)('USER-01: the name of a row of %s is called %s in Russian', (entity, name) => {
    const label = fieldLabel(entities[entity], 'name')
    expect(label && ru[label]).toBe(name)
    expect(label && ar[label]).toBe('الاسم')
  })

  const isLabelled = (entity: Entity, name: string): boolean => (fieldLabel(entity, name) ?? '') in ru

  it('have a label for every field', () => {
    const bare = screens.flatMap(({ entity, columns, editor }) =>
      [...columns, ...editor.tabs.flatMap((tab) => tab.fields)]
        .filter((name) => name !== STATE && !isLabelled(entity, name))
        .map((name) => `${entity.name}.${name}`),
    )
    expect(bare).toEqual([])
  })

  it('have a label for every field that an audit log row may contain', () => {
    const all: readonly Entity[] = Object.values(entities)
    const bare = all.flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([name, { volatile }]) =>
        volatile || name === 'revision' || isLabelled(entity, name) ? [] : `${entity.name}.${name}`,
      ),
    )
    expect(bare).toEqual([])
  })

  it('have a label for every part, never its technical name', () => {
    expect(parts.filter((name) => /^[a-z0-9_.]+$/.test(name))).toEqual([])
  })

  it.each(['ru', 'ar'])('SHELL-03: field names, values and comments of settings are translated into %s', (lang) => {
    expect([...new Set([...words, ...comments])].filter((key) => /\p{L}/u.test(key) && !texts[lang]?.[key])).toEqual([])
  })
})
