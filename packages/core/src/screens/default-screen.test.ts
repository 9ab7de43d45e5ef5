import { entities } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { defineScreen } from './screen.ts'

it('a screen shows all fields of its entity by default', () => {
  expect(defineScreen('city', { one: 'City' })).toMatchObject({
    columns: ['country', 'name', 'geo', 'radius'],
    filters: [],
    order: { field: 'city_id', dir: 'desc' },
    editor: { kind: 'dialog', tabs: [{ name: 'Main', fields: ['country', 'name', 'geo', 'radius'] }] },
  })
})

it('a list by default leaves out the own company, and fields that do not fit a column', () => {
  const { columns, editor } = defineScreen('courier', { one: 'Courier' })
  const fields = Object.keys(entities.courier.fields).filter((name) => !['courier_id', 'company', 'revision'].includes(name))
  expect(editor.tabs.flatMap((tab) => tab.fields)).toEqual(fields)
  expect(fields.filter((name) => !columns.includes(name))).toEqual(['contact', 'docs', 'token', 'fcm'])
})

it('a screen cannot name fields that its entity does not have', () => {
  const screens = [
    // @ts-expect-error -- a city has no such field
    defineScreen('city', { one: 'City', columns: ['surname'] }),
    // @ts-expect-error -- nor here
    defineScreen('city', { one: 'City', editor: { tabs: { Main: ['surname'] } } }),
  ]
  expect(screens).toHaveLength(2)
})
