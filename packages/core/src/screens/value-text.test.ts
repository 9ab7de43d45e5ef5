import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { changeLines, onOffValues, referencesIn, valueLabel, valueText, type ValueFormat } from './index.ts'

const names: Record<string, string> = {
  'order_status 3': 'Cooking',
  'courier 7': 'Ida Brandt',
  'merchant 2': 'Forno Vecchio',
  'merchant 5': 'Roma',
  'delivery_mode 2': 'Own couriers',
  'order_type 1': 'Delivery',
  'order 1207': '#6 Forno Vecchio',
}
const wordsIn = (lang: string, t = createI18n().t): ValueFormat => ({
  t,
  lang,
  timezone: 'Europe/Rome',
  country: 'IT',
  currency: '€',
  languages: [{ code: 'it', name: 'Italiano' }],
  nameOf: (to, id) => names[`${to} ${id}`] ?? String(id),
})

const cart = [
  { name: 'Margherita', qty: 2 },
  { name: 'Cola', qty: 1 },
]

describe('values as text', () => {
  it.each<[entity: EntityName, field: string, value: unknown, text: string]>([
    // By the kind of the field.
    ['order', 'order_status', 3, 'Cooking'],
    ['order', 'courier', 7, 'Ida Brandt'],
    ['order', 'courier', 0, '—'],
    ['order', 'courier', null, '—'],
    ['order', 'parent_order', 1207, '#6 Forno Vecchio'],
    ['order', 'type', 1, 'Delivery'],
    ['order', 'total', '1250.50', '1,250.50 €'],
    ['payment', 'amount', '12.50', '12.50 $'],
    ['order', 'paid', 1, 'Yes'],
    ['order', 'paid', 0, 'No'],
    ['order', 'cutlery', 2, '2'],
    ['order', 'time_finish', '2026-11-23T18:05:00.000Z', 'Nov 23, 2026, 19:05'],
    ['order', 'ticket_day', '2026-11-23', 'Nov 23, 2026'],
    ['order', 'destination_coordinates', [41.9, 12.5], '41.90000, 12.50000'],
    ['order', 'comment', 'No onions', 'No onions'],
    ['order', 'comment', '', '—'],
    ['order', 'cart', cart, '2 × Margherita, 1 × Cola'],
    ['order', 'pay_status', 0, 'Not paid yet'],
    ['order', 'promocode_type', 2, 'Percent'],
    ['order', 'pay_info', { captured: true, by: 'bank' }, 'Yes, bank'],
    ['cuisine', 'name', { en: 'Soup', it: 'Zuppa' }, 'Soup'],
    ['user', 'phone', '79991234567', '+7 999 123 45 67'],
    ['promocode', 'merchant', [2, 5], 'Forno Vecchio, Roma'],
    ['print_job', 'purpose', 'kitchen', 'Kitchen ticket'],
    ['company', 'docs', [{ name: 'contract.pdf' }], 'contract.pdf'],
    ['courier', 'img', 'ida.webp', 'Image'],
    ['admin', 'password', 'x', '••••'],
    // By the input of the field.
    ['merchant', 'delivery_mode', 2, 'Own couriers'],
    ['cuisine', 'show', 2, 'No'],
    ['pay_type', 'admin', 2, 'Yes'],
    ['membership', 'company_role', 2, 'Operator'],
    ['courier', 'lang', 'it', 'Italiano'],
    ['order_status', 'sound', '', 'No sound'],
    ['order_status', 'sound', 'mine.ogg', 'Custom file'],
    ['merchant', 'delivery', [{ from_km: 0, to_km: 3, price: 5, per_km: 1 }], '0–3 km: 5 €, and 1 € per km'],
  ])('%s.%s %j: %s', (name, field, value, text) => {
    expect(valueText({ entity: entities[name], name: field, value }, wordsIn('en'))).toBe(text)
  })

  it.each<[lang: string, entity: EntityName, field: string, value: unknown, text: string]>([
    ['ru', 'order', 'paid', 1, 'Да'],
    ['ru', 'order', 'total', '1250.50', '1\u00a0250,50 €'],
    ['ru', 'order', 'pay_status', 0, 'Ещё не оплачено'],
    ['ar', 'order', 'cart', cart, '2 × Margherita، 1 × Cola'],
    ['ar', 'order', 'paid', 0, 'لا'],
  ])('SHELL-03: in %s %s.%s %j: %s', async (lang, name, field, value, text) => {
    const i18n = createI18n()
    await i18n.use(lang)
    expect(valueText({ entity: entities[name], name: field, value }, wordsIn(lang, i18n.t))).toBe(text)
  })

  it('has a label for every number that a field chooses from', () => {
    const bare = (Object.values(entities) as Entity[]).flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([name, field]) =>
        field.kind === 'choice' &&
        !onOffValues[`${entity.name}.${name}`] &&
        (field.values ?? []).some((value) => valueLabel(entity, name, value) === undefined)
          ? [`${entity.name}.${name}`]
          : [],
      ),
    )
    // Chat messages and views have no history (AMB-257).
    expect(bare).toEqual(['chat_message.type', 'chat_message.status', 'owner.company_role'])
  })
})

describe('changes as text', () => {
  const lines = (name: EntityName, before: object | null, after: object | null) =>
    changeLines({ entity: entities[name], before: before && { ...before }, after: after && { ...after } }, wordsIn('en')).map(
      ({ label, before: was, after: is }) => [label, was, is],
    )

  it('lists fields set by people before computed ones, and leaves out those that every change writes', () => {
    const was = { total: '10.00', order_status: 2, last_time: 'x', revision: 1, courier: 0 }
    const is = { total: '12.00', order_status: 3, last_time: 'y', revision: 2, courier: 7 }
    expect(lines('order', was, is)).toEqual([
      ['Courier', '—', 'Ida Brandt'],
      ['Status', '2', 'Cooking'],
      ['Total', '10.00 €', '12.00 €'],
    ])
  })

  it('names the language of a changed text', () => {
    expect(lines('cuisine', { name: { en: 'Soup', it: 'Zuppa' } }, { name: { en: 'Soup', it: 'Zuppe' } })).toEqual([
      ['Name (Italiano)', 'Zuppa', 'Zuppe'],
    ])
    expect(lines('dictionary', { texts: { it: 'Ciao' } }, { texts: { it: 'Salve' } })).toEqual([
      ['Texts (Italiano)', 'Ciao', 'Salve'],
    ])
  })

  it('lists the non-empty fields of a created or deleted record', () => {
    const row = { cuisine_id: 4, company: 1, name: { en: 'Soup' }, comment: {}, show: 1, img: '', revision: 1 }
    expect(lines('cuisine', null, row)).toEqual([['Name (en)', undefined, 'Soup']])
    expect(lines('cuisine', row, null)).toEqual([['Name (en)', 'Soup', undefined]])
  })

  it('lists each record that its values refer to', () => {
    expect(referencesIn([{ entity: entities.order, before: { courier: 0 }, after: { courier: 7 } }])).toEqual([['courier', 7]])
    expect(referencesIn([{ entity: entities.promocode, before: { merchant: [2, 5] }, after: { merchant: [5] } }])).toEqual([
      ['merchant', 2],
      ['merchant', 5],
      ['merchant', 5],
    ])
    const access = (level: number) => [{ user: 9, access: [level, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }]
    expect(referencesIn([{ entity: entities.merchant, before: { access: access(1) }, after: { access: access(2) } }])).toEqual([
      ['admin', 9],
      ['admin', 9],
    ])
  })
})
