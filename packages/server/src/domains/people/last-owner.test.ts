import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
let test: TestEngine['test']
let world: TestEngine['world']
let actors: TestEngine['actors']

beforeAll(async () => {
  engine = await createTestEngine()
  ;({ test, world, actors } = engine)
})
afterAll(() => test.drop())

describe('last owner', () => {
  beforeEach(async () => {
    await test.asOwner('delete from membership where company = $1 and admin <> all($2)', [
      world.a,
      [world.ownerA, world.operatorA],
    ])
    await test.asOwner('update membership set company_role = 1 where admin = $1', [world.ownerA])
  })

  const membershipOf = async (admin: number, company = world.a) =>
    (
      await test.asOwner<{ id: number }>('select membership_id as id from membership where admin = $1 and company = $2', [
        admin,
        company,
      ])
    )[0]?.id ?? 0

  it.each<[string, () => Promise<unknown>]>([
    ['by a changed role', () => engine.saveOne(actors.ownerA, 'admin', { company_role: 2 }, world.ownerA)],
    [
      'by the membership',
      async () => engine.saveOne(actors.ownerA, 'membership', { company_role: 2 }, await membershipOf(world.ownerA)),
    ],
    ['with the membership', async () => engine.remove(actors.ownerA, 'membership', await membershipOf(world.ownerA))],
    ['by being locked out', () => engine.saveOne(actors.ownerA, 'admin', { admin_status: 0 }, world.ownerA)],
    ['by leaving', () => engine.remove(actors.platformInA, 'admin', world.ownerA)],
    ['by being locked out from elsewhere', () => engine.saveOne(actors.platform, 'admin', { admin_status: 0 }, world.ownerB)],
  ])('PERM-02: is not lost %s', async (_name, write) => {
    await expect(write()).rejects.toMatchObject({ code: 'last_owner' })
  })

  it('PERM-02: may leave once someone else is an owner who can sign in', async () => {
    const second = await insertRow(test, 'admin', { login: 'second', admin_status: 0 })
    await insertRow(test, 'membership', { company: world.a, admin: second, company_role: 1 })
    const stepDown = () => engine.saveOne(actors.ownerA, 'admin', { company_role: 2 }, world.ownerA)
    await expect(stepDown()).rejects.toMatchObject({ code: 'last_owner' })
    await engine.saveOne(actors.ownerA, 'admin', { admin_status: 1 }, second)
    await expect(stepDown()).resolves.toMatchObject({ company_role: 2 })
  })

  it('PERM-02: remains when two owners remove each other at once', async () => {
    const second = await insertRow(test, 'admin', { login: 'rival' })
    await insertRow(test, 'membership', { company: world.a, admin: second, company_role: 1 })
    const secondOwner = { ...actors.ownerA, admin_id: second }
    const clients = await Promise.all([1, 2].map(() => engine.db.pool.connect()))
    for (const client of clients) client.release()
    const done = await Promise.allSettled([
      engine.saveOne(actors.ownerA, 'membership', { company_role: 2 }, await membershipOf(second)),
      engine.saveOne(secondOwner, 'membership', { company_role: 2 }, await membershipOf(world.ownerA)),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('platform administrator', () => {
  it.each([
    ['role', 2],
    ['admin_status', 0],
  ])('REF-20: can’t remove %s from themselves, while other platform administrators can', async (field, value) => {
    for (const actor of [actors.platform, actors.platformInA])
      await expect(engine.saveOne(actor, 'admin', { [field]: value }, world.platform)).rejects.toMatchObject({
        code: 'forbidden',
        field,
      })
    const second = await insertRow(test, 'admin', { login: `second-${field}`, role: 1 })
    await expect(engine.saveOne(actors.platform, 'admin', { [field]: value }, second)).resolves.toMatchObject({ [field]: value })
    await engine.saveOne(actors.platform, 'admin', { surname: 'Keeps', [field]: 1 }, world.platform)
  })
})

describe('leaving a company', () => {
  it.each(['admin', 'membership'])('PERM-02: by the %s clears merchant access and the selected company', async (table) => {
    const cook = await insertRow(test, 'admin', { login: `cook-${table}`, company: world.a })
    const membership_id = await insertRow(test, 'membership', { company: world.a, admin: cook, company_role: 2 })
    await insertRow(test, 'membership', { company: world.b, admin: cook, company_role: 2 })
    // References in another company are not affected.
    for (const company of [world.a, world.b])
      await insertRow(test, 'merchant', { company, access: [{ user: cook, access: [0, 2] }] })
    const leave = () => engine.remove(actors.ownerA, table, table === 'admin' ? cook : membership_id)
    await expect(leave()).rejects.toMatchObject({ code: 'in_use', because: { uses: [{ table: 'merchant', count: 1 }] } })
    await test.asOwner(`update merchant set access = '[]' where company = $1 and access @> $2::jsonb`, [
      world.a,
      JSON.stringify([{ user: cook }]),
    ])
    await leave()
    expect(await test.asOwner('select company from admin where admin_id = $1', [cook])).toEqual([{ company: null }])
    expect(await test.asOwner('select company from membership where admin = $1', [cook])).toEqual([{ company: world.b }])
  })
})
