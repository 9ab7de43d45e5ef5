import { can, writableFields } from '@tiffin/core/rules'
import type { Entity, Field } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, persons } from '../../fixtures/permissions.ts'
import { createTally, createStage, registry, type Sample, type Stage } from './stage.ts'

let stage: Stage
const tally = createTally('references and companies')
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const tables = Object.values(registry).filter((entity) => entity.storage === 'table')
const MISSING_KEY = 987_654_321

/** Fields by which company rows refer to other rows of their company. */
const pointers = tables
  .filter(({ scope }) => scope === 'company')
  .flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([, field]) => field.to !== undefined && (registry[field.to]?.scope === 'company' || field.to === 'admin'))
      .map(([name, field]) => ({ entity, name, field })),
  )

const foreignKey = (person: Person, field: Field): number => {
  const { world } = stage.server
  const foreign = person === 'ownerB' ? world.a : world.b
  return stage.referable(field.to ?? '', foreign)
}

const pointing = (field: Field, key: number): unknown => (field.kind === 'referenceList' ? [key] : key)

describe('reference', () => {
  it.each(pointers.map((pointer) => [`${pointer.entity.name}.${pointer.name}`, pointer] as const))(
    'PERM-05 API-15: %s refers to no row of another company; a foreign one is refused like a missing one',
    async (_name, { entity, name, field }) => {
      const wrong: string[] = []
      for (const person of persons) {
        const actor = stage.actors[person]
        // The platform can see everyone.
        if (person === 'platform' && field.to === 'admin') continue
        for (const sample of stage.samples
          .filter((item) => item.entity === entity && item.company === actor.company)
          .slice(0, 3)) {
          const may = can(actor, 'update', entity, sample.row).allowed && writableFields(actor, entity, sample.row).has(name)
          const before = JSON.stringify(await stage.stored(entity, sample.key))
          const codes: unknown[] = []
          for (const key of [foreignKey(person, field), MISSING_KEY]) {
            const answer = await stage.save(person, [
              { table: entity.name, id: sample.key, row: { [name]: pointing(field, key) } },
            ])
            codes.push(answer.http === 200 ? (answer.code ?? 'OK') : answer.http)
            tally.add()
          }
          const known = may
            ? ['bad_reference', 'foreign_company', 'forbidden', 'transfer_refused']
            : ['forbidden', 'not_found', 'view_only', 'unknown_field', 'foreign_company', 'OK']
          const preview = entity.name === 'order' && field.readonly === true
          if (
            codes[0] !== codes[1] ||
            !known.includes(String(codes[0])) ||
            (codes[0] === 'OK' && !preview && !(entity.name === 'payment'))
          )
            wrong.push(`${person} gets ${codes.join(' and ')} for ${entity.name}.${name}`)
          if (JSON.stringify(await stage.stored(entity, sample.key)) !== before)
            wrong.push(`${person} changes ${entity.name}.${name}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('platform without a company', () => {
  const wide = (method: string, data: unknown) => stage.server.call('Reference', method, data, { token, company: 0 })
  let token: string
  beforeAll(async () => {
    token = await stage.server.signIn('platform')
  })

  it('PERM-01 PERM-07: can read the rows of every company', async () => {
    const missed: string[] = []
    for (const entity of tables) {
      const answer = await wide('getData', { tables: [{ table: entity.name, include: [entity.key] }] })
      const rows = (answer['data'] as Record<string, { data: Record<string, unknown>[] }>)[entity.name]?.data ?? []
      const keys = new Set(rows.map((row) => row[entity.key]))
      for (const sample of stage.samples.filter((other) => other.entity === entity)) {
        if (!keys.has(sample.key)) missed.push(`${entity.name} ${sample.key}`)
        tally.add()
      }
    }
    expect(missed).toEqual([])
  })

  it('PERM-07 API-15: can’t write any of them', async () => {
    const wrong: string[] = []
    const attempt = async (entity: Entity, what: string, method: string, row: object, sample: Sample): Promise<void> => {
      const before = JSON.stringify(await stage.stored(entity, sample.key))
      const answer = await wide(method, { tables: [row] })
      if (!['company_required', 'forbidden', 'not_found'].includes(answer.code ?? ''))
        wrong.push(`${what} of ${entity.name}: ${answer.http} ${answer.code ?? 'OK'}`)
      if (JSON.stringify(await stage.stored(entity, sample.key)) !== before) wrong.push(`${what} of ${entity.name} changed it`)
      tally.add()
    }
    for (const entity of tables.filter(({ scope }) => scope === 'company'))
      for (const sample of stage.samples.filter((item) => item.entity === entity).slice(0, 4)) {
        await attempt(entity, 'change', 'saveData', { table: entity.name, id: sample.key, row: {} }, sample)
        await attempt(entity, 'creation', 'saveData', { table: entity.name, row: {} }, sample)
        await attempt(entity, 'deletion', 'deleteData', { table: entity.name, id: sample.key }, sample)
      }
    expect(wrong).toEqual([])
  })

  it('PERM-01 PERM-05: is available to no one else', async () => {
    for (const login of ['owner', 'operator', 'viewer', 'owner-b']) {
      const own = await stage.server.signIn(login)
      const answer = await stage.server.call('Reference', 'getData', { tables: [{ table: 'order' }] }, { token: own, company: 0 })
      expect(answer, login).toMatchObject({ http: 200, code: 'company_required' })
      tally.add()
    }
  })
})

describe('completeness', () => {
  it('PERM-05 PERM-07: every case was compared', () => {
    expect(tally.print()).toBeGreaterThan(500)
  })
})
