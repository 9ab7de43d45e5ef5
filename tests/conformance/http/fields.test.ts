import { can, readableFields } from '@tiffin/core/rules'
import type { Entity } from '@tiffin/sdk/contract'
import type { Answer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../../fixtures/full.ts'
import { neverReadable, ownersReadable, type Person, persons } from '../../fixtures/permissions.ts'
import { createTally, each, PLANTED_SECRET, createStage, registry, type Stage } from './stage.ts'

let stage: Stage
const tally = createTally('fields asked for')
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const all = Object.values(registry)
function openTo(person: Person, entity: Entity): Set<string> {
  const open = new Set(readableFields(stage.actors[person], entity))
  // The languages are fields of the dictionary; the column that stores them is not.
  if (entity.name === 'dictionary') open.delete('texts')
  return open
}

/** Every place in a query that may name a field. */
const places: Record<string, (entity: Entity, field: string) => object> = {
  include: ({ key }, field) => ({ include: [key, field] }),
  'search by equality': (_, field) => ({ search: [{ key: field, prm: 'x' }] }),
  'search by part': (_, field) => ({ search: [{ key: field, op: 'like', prm: PLANTED_SECRET }] }),
  'search for nothing': (_, field) => ({ search: [{ key: field, op: 'notnull' }] }),
  'search among alternatives': ({ key }, field) => ({
    search: [
      {
        any: [
          { key, op: 'null' },
          { key: field, op: 'null' },
        ],
      },
    ],
  }),
  order: (_, field) => ({ order: [{ field, dir: 'desc' }] }),
  group: (_, field) => ({ group: [field] }),
  statistic: (_, field) => ({ statistic: [field] }),
  join: (_, field) => ({ join: [field] }),
  parse: (_, field) => ({ parse: [field] }),
  json: (_, field) => ({ json: [field] }),
}

const mayRead = (person: Person, entity: Entity): boolean => can(stage.actors[person], 'read', entity).allowed

describe('hidden field', () => {
  it('PERM-03 PERM-05 API-11 API-12: is unknown in every place of a query, like one that does not exist', async () => {
    // Fields and places alternate, so that each place is tested with many fields and each field with many users.
    let turn = 0
    const asked = persons.flatMap((person) =>
      all
        .filter((entity) => mayRead(person, entity))
        .flatMap((entity) => {
          const open = openTo(person, entity)
          const closed = Object.keys(entity.fields).filter((name) => !open.has(name))
          return [...closed, 'no_such_field', '__proto__', 'constructor', 'toString'].flatMap((field) =>
            fullRunOnly
              .all(Object.entries(places), (turn += 1))
              .map(([place, query]) => ({ person, entity, field, place, query: query(entity, field) })),
          )
        }),
    )
    const wrong: string[] = []
    await each(asked, async ({ person, entity, field, place, query }) => {
      const answer = await stage.get(person, [{ table: entity.name, ...query }])
      if (answer.http !== 200 || answer.code !== 'unknown_field')
        wrong.push(`${person} gets ${answer.http} ${answer.code ?? answer.status} for ${place} of ${entity.name}.${field}`)
      tally.add()
    })
    expect(wrong).toEqual([])
  }, 300_000)

  it('API-10 API-23: is not returned along with a requested visible one', async () => {
    const wrong: string[] = []
    const asked = persons.flatMap((person) => all.filter((item) => mayRead(person, item)).map((entity) => ({ person, entity })))
    await each(asked, async ({ person, entity }) => {
      const open = openTo(person, entity)
      const answer = await stage.get(person, [
        { table: entity.name, as: 'named', include: [...open] },
        { table: entity.name, as: 'all' },
      ])
      const { named, all: whole } = (answer['data'] ?? {}) as Record<string, { data: object[] } | undefined>
      if (answer.status !== 'OK') wrong.push(`${person} gets ${answer.code} for ${entity.name}`)
      const languages = entity.name === 'dictionary' ? ['en', 'ru', 'de', 'fr'] : []
      const expected = [...open, ...languages].toSorted().join()
      for (const row of whole?.data ?? [])
        if (Object.keys(row).toSorted().join() !== expected)
          wrong.push(`${person} gets ${Object.keys(row).join()} of ${entity.name}`)
      for (const row of named?.data ?? [])
        if (Object.keys(row).length !== open.size) wrong.push(`${person} misses fields of ${entity.name}`)
      tally.add(open.size)
    })
    expect(wrong).toEqual([])
  }, 180_000)

  it('PERM-05 API-23: is closed to those in the hand-typed table', async () => {
    const wrong: string[] = []
    const cases = [
      ...Object.entries(neverReadable).map((entry) => [...entry, persons] as const),
      ...Object.entries(ownersReadable).map((entry) => [...entry, ['operator', 'viewer'] as Person[]] as const),
      ['courier', ownersReadable['courier'] ?? [], ['chosen'] as Person[]] as const,
    ]
    for (const [table, fields, people] of cases)
      for (const person of people)
        for (const field of fields) {
          const answer = await stage.get(person, [{ table, include: [field] }])
          const expected = mayRead(person, registry[table] as Entity) ? 'unknown_field' : 'forbidden'
          if (answer.code !== expected) wrong.push(`${person} reads ${table}.${field}`)
          tally.add()
        }
    expect(wrong).toEqual([])
  })

  it('PERM-03 PERM-05: in a closed table stays hidden from every kind of query', async () => {
    const wrong: string[] = []
    const asked = persons.flatMap((person) =>
      all
        .filter((candidate) => !mayRead(person, candidate))
        .flatMap((entity) => Object.values(places).map((query) => ({ person, entity, query }))),
    )
    await each(asked, async ({ person, entity, query }) => {
      const answer = await stage.get(person, [{ table: entity.name, ...query(entity, entity.key) }])
      if (answer.code !== 'forbidden') wrong.push(`${person} gets ${answer.code} for ${entity.name}`)
      tally.add()
    })
    expect(wrong).toEqual([])
  }, 180_000)
})

const textOf = (answer: Answer): string => JSON.stringify({ ...answer, headers: [...answer.headers] })

describe('secret', () => {
  const leaks = (who: string, what: string, text: string): string[] =>
    stage.secrets.filter((secret) => text.includes(secret)).map((secret) => `${who} finds ${secret} in ${what}`)

  it('PERM-05 API-23: is in no row for any reader, with all joins', async () => {
    const found: string[] = []
    const asked = persons.flatMap((person) => all.map((entity) => ({ person, entity })))
    await each(asked, async ({ person, entity }) => {
      const of = (kind: string) =>
        Object.keys(entity.joins).filter((name) => entity.fields[name]?.kind === kind && openTo(person, entity).has(name))
      const answer = await stage.get(person, [{ table: entity.name, join: of('reference'), parse: of('referenceList') }])
      found.push(...leaks(person, entity.name, textOf(answer)))
      tally.add()
    })
    expect(found).toEqual([])
  }, 180_000)

  it('PERM-05 API-15: is in no answer to a save, conflict, timeline, audit, or before sign-in', async () => {
    const { world } = stage.server
    const { samples, call, save } = stage
    const rowOf = (name: string) =>
      samples.find((sample) => sample.entity.name === name && (sample.company === null || sample.company === world.a))
    const found: string[] = []
    for (const [name, row] of [
      ['user', { comment: 'a' }],
      ['courier', { name: 'b' }],
      ['merchant', { cutlery: 1 }],
      ['pay_type', { emit: 'c' }],
      ['device', { name: 'd' }],
      ['order', { comment: 'e' }],
    ] as const) {
      const key = rowOf(name)?.key
      const first = await save('owner', [{ table: name, id: key, row }])
      expect(first.status, name).toBe('OK')
      const [field] = Object.keys(row)
      const stale = await save('owner', [
        { table: name, id: key, row: { [field as string]: name === 'merchant' ? 0 : 'z', revision: 0 } },
      ])
      expect(stale.code, name).toBe('conflict')
      found.push(...leaks('owner', `a save of ${name}`, textOf(first)), ...leaks('owner', `a conflict of ${name}`, textOf(stale)))
    }
    // New secrets must not be returned either, or appear in the history.
    const made = await save('owner', [
      { table: 'admin', row: { login: 'new', password: `${PLANTED_SECRET}-password-1A!` } },
      { table: 'pay_type', id: rowOf('pay_type')?.key, row: { pay_system_settings: [{ key: `${PLANTED_SECRET}-settings` }] } },
    ])
    expect(made.status).toBe('OK')
    const settings = await call('owner', 'Auth', 'Update', { operator: { settings: { openai_api_key: 'planted-own-key' } } })
    expect(settings.status).toBe('OK')
    expect(textOf(made)).not.toContain(PLANTED_SECRET)
    const order = rowOf('order')?.key
    const rest = [
      await call('owner', 'Order', 'timeline', { order_id: order }),
      await call('platform', 'Reference', 'getData', { tables: [{ table: 'audit' }] }),
      await call('owner', 'Print', 'request', { order_id: order }),
      await call('owner', 'Audit', 'timeline', { table: 'pay_type', id: rowOf('pay_type')?.key }),
      await call('owner', 'Print', 'claim', { console: 'c' }),
      await stage.server.call('Auth', 'getLang', {}),
    ]
    for (const answer of rest) {
      expect(answer.status).toBe('OK')
      expect(textOf(answer)).not.toContain('planted')
    }
    expect(JSON.stringify(rest[1]?.['data'])).toContain('pay_system_settings')
    expect(found).toEqual([])
  })

  it('AUTH-04 PERM-05: is in no session but its owner’s', async () => {
    const found: string[] = []
    for (const person of persons) {
      const answer = await stage.call(person, 'Auth', 'checkAuth', {})
      const { user } = answer['auth'] as { user: { settings: unknown } }
      // A user's own AI API key is returned only here, to that user (AMB-006).
      user.settings = {}
      found.push(...leaks(person, 'checkAuth', textOf(answer)))
    }
    expect(found).toEqual([])
  })

  it('PERM-05: is in no frame of a live board', async () => {
    const { server, samples } = stage
    const token = await server.signIn('owner')
    const [counter] = await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [
      server.world.a,
    ])
    const board = server.live(token, { since: counter?.last ?? 0 })
    await board.next((frame) => frame['type'] === 'welcome')
    const own = (name: string) => samples.find((item) => item.entity.name === name && item.company === server.world.a)
    await stage.save('owner', [
      { table: 'user', id: server.world.userA, row: { name: 'Renamed' } },
      { table: 'order', id: own('order')?.key, row: { comment: 'seen', courier: own('courier')?.key } },
    ])
    await board.next((frame) => frame['type'] === 'orders')
    expect(JSON.stringify(board.frames)).not.toContain('planted')
    board.socket.close()
  })
})

describe('completeness', () => {
  it('API-23 PERM-05: every case was compared', () => {
    expect(tally.print()).toBeGreaterThan(fullRunOnly.is ? 10_000 : 2500)
  })
})
