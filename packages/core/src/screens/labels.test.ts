import { describe, expect, it } from 'vitest'
import { texts } from '@tiffin/core/i18n'
import { entities, type Entity, platformSeeds, tariffOptions } from '@tiffin/sdk/contract'
import { accessPositions } from '#rules/index'
import { accessLabel, accessLevels, contactParts, fieldLabel, optionParts, partLabels, screens, valueLabel } from './index.ts'
import { filterName } from './list-query.ts'

/** Every text that screens bring with them, past what stands in the code of a front-end. */
const keys = screens.flatMap(({ entity, title, one, columns, filters, editor }) => {
  const fields = [
    ...columns,
    ...filters.filter((filter) => 'field' in filter).map(filterName),
    ...editor.tabs.flatMap((tab) => tab.fields),
  ]
  const values = Object.entries(entity.fields).flatMap(([name, field]) =>
    fields.includes(name) ? (field.values ?? []).map((value) => valueLabel(entity, name, value)) : [],
  )
  return [
    title,
    one,
    ...fields.map((name) => fieldLabel(entity, name)),
    ...editor.tabs.map(({ name }) => name),
    ...editor.tabs.flatMap(({ sections }) => sections.flatMap((section) => section.title ?? [])),
    ...filters.flatMap((filter) => filter.label ?? []),
    ...filters.flatMap((filter) => ('name' in filter ? filter.choices.map(({ label }) => label) : [])),
    ...values.filter((value) => /\p{L}/u.test(value)),
  ]
})

/** Names of parts, past what stands in the code of a front-end. */
const partKeys = [
  ...['address', 'city', 'coords', 'radius', 'info'].flatMap((part) => partLabels(entities.merchant, 'address', part)),
  ...Object.keys(contactParts).flatMap((part) => partLabels(entities.merchant, 'contact', part)),
  ...['0', '1', '2', '3', '4', '5', '6'].flatMap((day) => partLabels(entities.merchant, 'work_time', day)),
  ...['background', 'text'].flatMap((part) => partLabels(entities.order_status, 'color', part)),
  ...tariffOptions.flatMap((option) => partLabels(entities.tariff, 'option', `${option}.enable`)),
  ...Object.values(accessPositions).flatMap((at) => partLabels(entities.merchant, 'access', `7.${at}`)),
  ...Object.values(optionParts),
  ...accessLevels,
  ...['board', 'report'].map(accessLabel),
]

/** Comments of settings label their texts (REF-22). */
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
    expect(texts.ru?.[label]).toBe(name)
    expect(texts.ar?.[label]).toBe('الاسم')
  })

  it('name every field for people', () => {
    const bare = screens.flatMap(({ entity, columns, editor }) =>
      [...columns, ...editor.tabs.flatMap((tab) => tab.fields)]
        .filter((name) => /^[a-z_]+$/.test(fieldLabel(entity, name)))
        .map((name) => `${entity.name}.${name}`),
    )
    expect(bare).toEqual([])
  })

  it('name every field for people and in all languages that a row of the audit log may carry', () => {
    const all: readonly Entity[] = Object.values(entities)
    const carried = all.flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([name, { volatile }]) =>
        volatile || name === 'revision' ? [] : { field: `${entity.name}.${name}`, label: fieldLabel(entity, name) },
      ),
    )
    const lacking = carried.filter(
      ({ label }) => label !== 'ID' && (/^[a-z0-9_]+$/.test(label) || !texts.ru?.[label] || !texts.ar?.[label]),
    )
    expect(lacking).toEqual([])
  })

  it('name every part for people, none as the wire does', () => {
    expect(partKeys.filter((key) => /^[a-z0-9_.]+$/.test(key))).toEqual([])
  })

  it.each(['ru', 'ar'])('SHELL-03: have their texts in %s', (lang) => {
    expect([...new Set([...keys, ...partKeys, ...comments])].filter((key) => key !== 'ID' && !texts[lang]?.[key])).toEqual([])
  })
})
