import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await createTestEngine()
})
afterAll(() => engine.test.drop())

const customers = async (phone: string): Promise<number> => {
  const { test, world } = engine
  const rows = await test.asOwner(`select 1 from "user" where company = $1 and phone = $2`, [world.a, phone])
  return rows.length
}

describe('a new customer', () => {
  it('has a phone that no other customer of the company has, however many create it at once', async () => {
    const { actors, saveOne } = engine
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        saveOne(index % 2 ? actors.ownerA : actors.operatorA, 'user', { name: `Ida ${index}`, phone: '4915512345' }),
      ),
    )
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string; field: string }] : []))
    expect(refusals).toHaveLength(49)
    expect(new Set(refusals.map(({ code, field }) => `${code} ${field}`))).toEqual(new Set(['duplicate phone']))
    expect(await customers('4915512345')).toBe(1)
  })

  it('and a changed one have no phone of another customer, in any spelling', async () => {
    const { actors, saveOne, test, world } = engine
    await test.asOwner(`update country set phone_code = '49' where alpha2 = 'DE'`)
    const first = await insertRow(test, 'user', { company: world.a, phone: '493012345' })
    const second = await insertRow(test, 'user', { company: world.a, phone: '493099999' })
    for (const phone of ['+49 30 12345', '0049 30 12345', '030 12345', '30 12345']) {
      const refused = { code: 'duplicate', field: 'phone' }
      await expect(saveOne(actors.ownerA, 'user', { name: 'Third', phone }), phone).rejects.toMatchObject(refused)
      await expect(saveOne(actors.ownerA, 'user', { user_id: second, phone }), phone).rejects.toMatchObject(refused)
    }
    await saveOne(actors.ownerA, 'user', { user_id: second, phone: '030 88888' })
    expect(await customers('493088888')).toBe(1)
    const swapped = [
      [first, '493088888'],
      [second, '493012345'],
    ].map(([user_id, phone]) => ({ table: 'user', row: { user_id, phone } }))
    await engine.save(actors.ownerA, swapped)
    expect(await customers('493012345')).toBe(1)
  })

  it('may share a phone with one of another company, and several have none', async () => {
    const { actors, saveOne, test, world } = engine
    await insertRow(test, 'user', { company: world.b, phone: '4915500000' })
    await saveOne(actors.ownerA, 'user', { phone: '4915500000' })
    await saveOne(actors.ownerA, 'user', { name: 'One', phone: '' })
    await saveOne(actors.ownerA, 'user', { name: 'Two', phone: '' })
    expect(await customers('4915500000')).toBe(1)
  })

  /** The searchable texts have another index, which finds a whole phone only through each part of it. */
  it('is saved with hundreds of others, also in a company that has many', async () => {
    const { actors, save, test, world } = engine
    await test.asOwner(`update country set phone_code = '49' where alpha2 = 'DE'`)
    await test.asOwner(
      `insert into "user" (company, name, phone, comment) select $1, 'Anna', (49160000000 + n)::text, repeat(md5(n::text), 60)
       from generate_series(1, 10000) n`,
      [world.a],
    )
    await test.asOwner('analyze "user"')
    // From the sixth on, the database uses one plan for all.
    for (let batch = 0; batch < 8; batch += 1) {
      const phones = Array.from({ length: 400 }, (_, n) => `49170${batch}${String(n).padStart(5, '0')}`)
      await save(
        actors.ownerA,
        phones.map((phone) => ({ table: 'user', row: { name: 'Ben', phone } })),
      )
    }
    expect(await customers('49170700399')).toBe(1)
  })

  it('is refused once for two rows of one save', async () => {
    const row = (name: string) => ({ table: 'user', row: { name, phone: '4915599999' } })
    await expect(engine.save(engine.actors.ownerA, [row('One'), row('Two')])).rejects.toMatchObject({ code: 'duplicate', row: 1 })
    expect(await customers('4915599999')).toBe(0)
  })
})

it('the phone of a courier is stored in international form, in whatever spelling it is saved', async () => {
  const { actors, saveOne, test } = engine
  await test.asOwner(`update country set phone_code = '49' where alpha2 = 'DE'`)
  for (const phone of ['0151 5550002', '0049 151 5550002', '+49 (0) 151 5550002']) {
    expect(await saveOne(actors.ownerA, 'courier', { name: 'Lou', phone }), phone).toMatchObject({ phone: '491515550002' })
  }
})
