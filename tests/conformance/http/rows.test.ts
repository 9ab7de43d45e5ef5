import { can, readableFields } from '@tiffin/core/rules'
import type { Entity } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions, type Person, persons } from '../../fixtures/permissions.ts'
import { createTally, createStage, registry, type Sample, type Stage } from './stage.ts'

let stage: Stage
const tally = createTally('rows read')
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const tables = Object.values(registry).filter((entity) => entity.storage === 'table')
type Row = Record<string, unknown>

/** The row as the rules need it, with the values that the server derives for the reader. */
function asSeen({ entity, row }: Sample, person: Person): Row {
  if (entity.name !== 'admin') return row
  const { company } = stage.actors[person]
  const member = stage.samples.find(
    (sample) => sample.entity.name === 'membership' && sample.company === company && sample.row['admin'] === row['admin_id'],
  )
  return { ...row, company_role: member?.row['company_role'] ?? null }
}

/** Whether the hand-typed table lets the user read the row; undefined if it does not say. */
function byTable(sample: Sample, person: Person): boolean | undefined {
  const allowed = permissions[sample.entity.name]?.may[person]
  const home = stage.actors.owner.company
  if (allowed === undefined) return undefined
  // The table describes rows of company A; those of B are visible only to the owner of B.
  if (sample.company !== null && sample.company !== home) return person === 'ownerB' ? undefined : false
  if (sample.entity.name === 'admin' && asSeen(sample, 'owner')['company_role'] === null) return undefined
  const own = (sample.row['admin'] ?? sample.key) === stage.actors[person].admin_id
  const letters =
    typeof allowed === 'string'
      ? allowed
      : (allowed as Record<string, string>)[own && 'own' in allowed ? 'own' : 'others' in allowed ? 'others' : sample.label]
  if (letters === undefined) return undefined
  const at = letters.indexOf('r')
  return at < 0 ? false : letters[at + 1] === '?' ? undefined : true
}

function byRules(sample: Sample, person: Person): boolean {
  const row = asSeen(sample, person)
  // When it acts for a company, the platform lists the users of that company (AMB-079), though it may access others.
  if (sample.entity.name === 'admin' && person === 'platform') return row['company_role'] !== null || row['role'] === 1
  return can(stage.actors[person], 'read', sample.entity, row).allowed
}

const keysIn = (answer: Row, name: string, key: string): unknown[] =>
  ((answer['data'] as Record<string, { data: Row[] }>)[name]?.data ?? []).map((row) => row[key])

/** All ways to request a row: by key, in a list of keys, among alternatives, in the whole list. */
const ways = (sample: Sample, keys: unknown[]) => {
  const { entity, key } = sample
  const own = { table: entity.name, include: [entity.key] }
  return {
    key: { ...own, search: [{ key: entity.key, prm: key }] },
    list: { ...own, search: [{ key: entity.key, op: 'in', prm: keys }] },
    any: {
      ...own,
      search: [
        {
          any: [
            { key: entity.key, prm: key },
            { key: entity.key, op: 'null' },
          ],
        },
      ],
    },
    all: own,
    group: { table: entity.name, group: [entity.key] },
  }
}

async function disagreements(entity: Entity, person: Person): Promise<string[]> {
  const samples = stage.samples.filter((sample) => sample.entity === entity)
  const keys = samples.map(({ key }) => key)
  const groupable = entity.fields[entity.key]?.kind !== 'multilang'
  const queries = samples.flatMap((sample, index) =>
    Object.entries(ways(sample, keys))
      .filter(([way]) => groupable || way !== 'group')
      .map(([way, query]) => ({ sample, way, query: { ...query, as: `${index}/${way}` } })),
  )
  const wrong: string[] = []
  for (let at = 0; at < queries.length; at += 20) {
    const part = queries.slice(at, at + 20)
    const answer = await stage.get(
      person,
      part.map(({ query }) => query),
    )
    expect([200, 'forbidden', undefined]).toContain(answer.http)
    for (const { sample, way, query } of part) {
      const rules = byRules(sample, person)
      const table = byTable(sample, person)
      const sees = answer.status === 'OK' && keysIn(answer, query.as, entity.key).includes(sample.key)
      if (answer.status !== 'OK' && answer.code !== 'forbidden') wrong.push(`${entity.name} answers ${answer.code}`)
      if (sees !== rules)
        wrong.push(`${person} ${sees ? 'sees' : 'does not see'} ${entity.name} ${sample.label} by ${way}, the rules say else`)
      if (table !== undefined && sees !== table)
        wrong.push(`${person} ${sees ? 'sees' : 'does not see'} ${entity.name} ${sample.label} by ${way}, the table says else`)
      tally.add()
    }
  }
  return wrong
}

describe('readable rows', () => {
  const byName = tables.map((entity) => [entity.name, entity] as const)
  it.each(byName)(
    'PERM-01 PERM-02 PERM-05 LIST-07 API-23: rows of %s are visible exactly to those allowed by table and rules',
    async (_name, entity) => {
      expect((await Promise.all(persons.map((person) => disagreements(entity, person)))).flat()).toEqual([])
    },
  )

  it('PERM-05 PERM-07: people choose among their own companies', async () => {
    const { a, b } = stage.server.world
    const lists = Object.fromEntries(
      await Promise.all(
        persons.map(async (person) => {
          const answer = await stage.get(person, [{ table: 'owner' }])
          return [person, keysIn(answer, 'owner', 'company_id').toSorted((left, right) => Number(left) - Number(right))] as const
        }),
      ),
    )
    const operators = Object.fromEntries(['operator', 'viewer', 'noEntry', 'oneTab', 'chosen'].map((person) => [person, [a]]))
    expect(lists).toEqual({ platform: [a, b], owner: [a], ownerB: [b], ...operators })
  })

  it('PERM-05: joins never include rows of another company', async () => {
    const wrong: string[] = []
    for (const entity of tables.filter(({ joins, scope }) => Object.keys(joins).length > 0 && scope === 'company'))
      for (const person of persons) {
        const open = readableFields(stage.actors[person], entity)
        const answer = await stage.get(person, [
          {
            table: entity.name,
            join: Object.keys(entity.joins).filter((name) => entity.fields[name]?.kind === 'reference' && open.has(name)),
          },
        ])
        if (answer.status !== 'OK') {
          expect(answer.code).toBe('forbidden')
          continue
        }
        const foreign = person === 'ownerB' ? stage.server.world.a : stage.server.world.b
        const text = JSON.stringify(answer['data'])
        if (text.includes(`"company_id":${foreign},`)) wrong.push(`${person} meets the other company in ${entity.name}`)
        tally.add()
      }
    expect(wrong).toEqual([])
  })

  it('PERM-05: a filter by another company or its rows finds nothing', async () => {
    const wrong: string[] = []
    const { world } = stage.server
    for (const person of persons) {
      const foreign = person === 'ownerB' ? world.a : world.b
      for (const entity of tables.filter(({ scope }) => scope === 'company')) {
        const pointers = Object.entries(entity.fields).filter(
          ([, field]) => field.kind === 'reference' && registry[field.to ?? '']?.scope === 'company',
        )
        for (const [name, field] of pointers) {
          const keys = stage.samples
            .filter((sample) => sample.entity.name === field.to && sample.company === foreign)
            .map(({ key }) => key)
          const search = [{ key: name, op: 'in', prm: keys }]
          const answer = await stage.get(person, [
            { table: entity.name, as: 'rows', search },
            { table: entity.name, as: 'groups', group: [name], search },
          ])
          const { rows, groups } = (answer['data'] ?? {}) as Record<string, { count: number } | undefined>
          if (answer.status === 'OK' && (rows?.count !== 0 || groups?.count !== 0))
            wrong.push(`${person} finds ${entity.name} by ${name}`)
          tally.add(2)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('PERM-07 PERM-05: people act only for their own companies, the platform for any', async () => {
    const { a, b } = stage.server.world
    const codes: unknown[] = []
    for (const person of persons) {
      const token = await stage.server.signIn(person === 'ownerB' ? 'owner-b' : person)
      for (const company of [a, b, 987_654])
        codes.push([
          person,
          company === a ? 'A' : company === b ? 'B' : 'none',
          (await stage.server.call('Reference', 'getData', { tables: [{ table: 'company' }] }, { token, company })).code,
        ])
    }
    const ofA: readonly string[] = ['A']
    const own: Partial<Record<Person, readonly string[]>> = { platform: ['A', 'B'], ownerB: ['B'] }
    const expected = persons.flatMap((person) =>
      ['A', 'B', 'none'].map((company) => [
        person,
        company,
        (own[person] ?? ofA).includes(company) ? undefined : 'foreign_company',
      ]),
    )
    expect(codes).toEqual(expected)
    tally.add(codes.length)
  })

  it('PERM-01 PERM-02 API-23: every case was compared', () => {
    expect(tally.print()).toBeGreaterThan(5000)
  })
})
