import { describe, expect, it } from 'vitest'
import type { Entity, Field, FieldKind } from '../index.ts'
import { companyLimits, companyOptions, entities, entityNames, rowSchema, saveSchema } from '../index.ts'

const all: Entity[] = Object.values(entities)
const byName = new Map(all.map((entity) => [entity.name, entity]))
const fieldsOf = (entity: Entity): [string, Field][] => Object.entries(entity.fields)

describe('entity registry', () => {
  it('API-23: has every table that the documents read', () => {
    const documented = [
      'access',
      'admin',
      'admin_status',
      'app_settings',
      'audit',
      'banner',
      'banner_type',
      'city',
      'company',
      'company_status',
      'country',
      'courier',
      'courier_status',
      'courier_working',
      'cuisine',
      'delivery_mode',
      'dictionary',
      'global_lang',
      'global_settings',
      'kanban',
      'kanban_settings',
      'mailing',
      'merchant',
      'merchant_settings',
      'merchant_status',
      'merchant_type',
      'message',
      'message_status',
      'order',
      'order_mode',
      'order_status',
      'order_step',
      'order_type',
      'owner',
      'pay_system',
      'pay_type',
      'payment',
      'payment_type',
      'promocode',
      'push_status',
      'role',
      'subscribe_period',
      'tariff',
      'tariff_option',
      'user',
      'user_status',
    ]
    const ours = [
      'access_token',
      'booking',
      'chat_answer',
      'chat_message',
      'device',
      'invitation',
      'invoice',
      'mail_block',
      'membership',
      'outbox',
      'print_job',
      'second_factor',
      'webhook',
      'webhook_delivery',
    ]
    expect([...entityNames].sort()).toEqual([...documented, ...ours].sort())
  })

  it('exports each entity under its own name', () => {
    expect(Object.entries(entities).map(([name, entity]) => [name, entity.name])).toEqual(entityNames.map((name) => [name, name]))
  })

  it.each(all.map((entity) => [entity.name, entity] as const))('%s refers only to existing entities and fields', (_, entity) => {
    const missing: string[] = []
    for (const [name, field] of fieldsOf(entity)) {
      const refers = field.kind === 'reference' || field.kind === 'referenceList'
      if (refers !== (field.to !== undefined)) missing.push(`${name} is a ${field.kind}`)
      if (field.to !== undefined && !byName.has(field.to)) missing.push(`${name} → ${field.to}`)
    }
    for (const [name, join] of Object.entries(entity.joins)) {
      const target = byName.get(entity.fields[name]?.to ?? '')
      for (const field of join.fields) if (!target?.fields[field]) missing.push(`${join.as}.${field}`)
    }
    expect(missing).toEqual([])
  })

  it.each(all.map((entity) => [entity.name, entity] as const))(
    '%s searches, sorts and indexes only its own fields',
    (_, entity) => {
      const named = [
        entity.key,
        ...(entity.search ?? []),
        ...(entity.sort === undefined ? [] : [entity.sort]),
        ...(entity.unique ?? []).flat(),
        ...(entity.index ?? []).flat(),
      ]
      expect(named.filter((name) => !(name in entity.fields))).toEqual([])
      const open = entity.search ?? []
      expect(open.filter((name) => entity.fields[name]?.read !== undefined)).toEqual([])
    },
  )

  it('joins never expose what the joined entity hides from part of the staff', () => {
    const leaks = all.flatMap((entity) =>
      Object.entries(entity.joins).flatMap(([name, join]) =>
        join.fields
          .filter((field) => byName.get(entity.fields[name]?.to ?? '')?.fields[field]?.read !== undefined)
          .map((field) => `${entity.name}.${join.as}.${field}`),
      ),
    )
    expect(leaks).toEqual([])
  })

  it('adds the company to all rows of a company', () => {
    const without = all.filter((entity) => entity.scope === 'company' && entity.name !== 'company')
    expect(without.filter((entity) => entity.fields['company']?.to !== 'company').map((entity) => entity.name)).toEqual([])
  })

  it('gives each field an initial value that its schema accepts', () => {
    const wrong = all.flatMap((entity) =>
      fieldsOf(entity)
        .filter(
          ([, { initial }]) =>
            initial !== undefined && !(typeof initial === 'object' && initial !== null && 'computed' in initial),
        )
        .filter(([, field]) => field.required !== true && !field.schema.safeParse(field.initial).success)
        .map(([name]) => `${entity.name}.${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('builds row and save schemas for every entity; a save accepts read-only fields only as previews', () => {
    for (const entity of all) {
      expect(Object.keys(rowSchema(entity).shape)).toEqual(Object.keys(entity.fields))
      const taken = Object.keys(saveSchema(entity).shape)
      expect(taken).toEqual(expect.arrayContaining([entity.key, 'revision']))
      const readonly = fieldsOf(entity).filter(([name, field]) => field.readonly && name !== entity.key && name !== 'revision')
      expect(readonly.filter(([name]) => taken.includes(name)).length).toBe(entity.previews === true ? readonly.length : 0)
    }
  })
})

describe('company options', () => {
  const allow = [
    'allow_chat',
    'allow_external_domain',
    'allow_mailing',
    'allow_push',
    'allow_promocode',
    'allow_accrual_bonus',
    'allow_web_app',
    'allow_mobile_app',
    'allow_online_map',
    'allow_online_payment',
    'allow_courier_app',
    'allow_white_lablel',
    'allow_showcase_discount',
    'allow_banner',
    'allow_report',
    'allow_ai',
    'allow_acc_sys_integration',
  ]
  const limit = ['limit_order', 'limit_merchant', 'limit_admin', 'limit_courier', 'limit_user', 'limit_scu']

  it('GATE-03: has the seventeen flags of the documents, which only the platform changes', () => {
    expect([...companyOptions].sort()).toEqual(allow.toSorted())
    const fields = entities.company.fields as Record<string, Field>
    const flags = Object.keys(fields).filter((name) => name.startsWith('allow_'))
    expect(flags.sort()).toEqual(allow.toSorted())
    expect(flags.map((name) => [fields[name]?.kind, fields[name]?.write])).toEqual(flags.map(() => ['flag', 'platform']))
  })

  it('GATE-04: has the seven limits of the documents, which only the platform changes', () => {
    expect([...companyLimits].sort()).toEqual(limit.toSorted())
    const fields = entities.company.fields as Record<string, Field>
    const numbers = Object.keys(fields).filter((name) => /^(over)?limit_/.test(name))
    expect(numbers.sort()).toEqual([...limit, 'overlimit_order_price'].sort())
    for (const name of numbers) {
      expect(fields[name]?.write, name).toBe('platform')
      expect(fields[name]?.schema.safeParse(null).success, name).toBe(true)
    }
  })

  it.each([
    ['courier', 'allow_courier_app', 'limit_courier'],
    ['banner', 'allow_banner', undefined],
    ['mailing', 'allow_mailing', undefined],
    ['message', 'allow_push', undefined],
    ['promocode', 'allow_promocode', undefined],
    ['chat_message', 'allow_chat', undefined],
    ['chat_answer', 'allow_chat', undefined],
    ['merchant', undefined, 'limit_merchant'],
    ['user', undefined, 'limit_user'],
    ['admin', undefined, 'limit_admin'],
  ] as const)('%s needs the option %s and counts against %s', (name, gate, counted) => {
    const entity: Entity = entities[name]
    expect([entity.gate, entity.limit]).toEqual([gate, counted])
  })
})

describe('hidden and protected fields', () => {
  it.each([
    ['company', ['status', 'enable', 'suspended', 'active', 'trial', 'due_date', 'base_tariff', 'tariff_period']],
    ['admin', ['role', 'dictionary_edit']],
  ] as const)('%s: only the platform writes %s', (name, fields) => {
    const entity: Entity = entities[name]
    expect(fields.map((field) => entity.fields[field]?.write)).toEqual(fields.map(() => 'platform'))
  })

  it.each([
    ['user', ['code_value', 'code_time']],
    ['courier', ['code_value', 'code_time', 'docs']],
    ['company', ['balance', 'docs', 'legal_name', 'legal_phone', 'legal_email', 'legal_iban']],
  ] as const)('%s: only owners read %s', (name, fields) => {
    const entity: Entity = entities[name]
    expect(fields.map((field) => entity.fields[field]?.read)).toEqual(fields.map(() => 'owners'))
  })

  it.each([
    ['admin', ['password', 'token', 'settings']],
    ['user', ['token']],
    ['courier', ['token', 'fcm']],
    ['merchant', ['token']],
    ['device', ['token']],
    ['pay_type', ['pay_system_settings']],
  ] as const)('%s: no one can read %s', (name, fields) => {
    const entity: Entity = entities[name]
    expect(fields.map((field) => entity.fields[field]?.read)).toEqual(fields.map(() => 'nobody'))
  })

  it('refuses saves of sign-in codes, devices and positions of customers and couriers', () => {
    const shown = ['platform', 'ver', 'ip', 'code_value', 'code_time', 'active', 'create']
    const open = (entity: Entity, names: string[]) => names.filter((name) => name in saveSchema(entity).shape)
    expect(open(entities.user, shown)).toEqual([])
    expect(open(entities.courier, [...shown, 'coords', 'coords_refresh'])).toEqual([])
  })
})

describe('numbers, amounts and dates', () => {
  /** Fields that may be negative, each with its reason. */
  const signed = new Set([
    // The balance of a company, and write-offs from it (AMB-168).
    'company.balance',
    'payment.amount',
    'booking.amount',
    // A credit note.
    'invoice.amount',
    'payment.charge',
    // Days before the due date.
    'company.reminder',
    // Numbers of statuses without a column (AMB-062), and the position of a card above the first.
    'order_status.status',
    'order.order',
  ])
  const refused: Partial<Record<FieldKind, unknown[]>> = {
    int: [-1],
    number: [-1, -0.01],
    money: ['-1', '-0.01'],
    date: ['0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31'],
    moment: ['0001-01-01T00:00:00Z', '1999-12-31T00:00:00Z', '9999-12-31T00:00:00Z'],
  }
  const fields = all.flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([name, field]) =>
      refused[field.kind] ? [[`${entity.name}.${name}`, field] as const] : [],
    ),
  )
  it.each(fields)('EDIT-14: %s refuses implausible values', (name, { kind, schema }) => {
    const taken = (refused[kind] ?? []).filter((value) => schema.safeParse(value).success)
    expect(taken).toEqual(signed.has(name) ? refused[kind] : [])
  })
})
