import type { Actor } from '@tiffin/core/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyCall } from '#server/context'
import { insertOrder, insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'
import { placed } from './placed.ts'

let engine: TestEngine
let elsewhere: number
beforeAll(async () => {
  engine = await createTestEngine()
  const { test, world } = engine
  elsewhere = await insertRow(test, 'user', { company: world.a, name: 'Elsa', phone: '49307000001' })
  await insertOrder(test, world, { merchant: world.merchants[0] })
  await insertOrder(test, world, { merchant: world.merchants[2] })
  await insertOrder(test, world, { merchant: world.merchants[0], delete: 1 })
  await insertOrder(test, world, { user: elsewhere, merchant: world.merchants[2] })
})
afterAll(() => engine.test.drop())

const count = (actor: Actor, user: number) =>
  placed({ user }, { company: engine.world.a, session: { actor }, db: engine.db } as unknown as CompanyCall)

it('counts the orders of a customer in the whole company', async () => {
  const { actors, world } = engine
  expect(await count(actors.ownerA, world.userA)).toMatchObject({ data: { orders: 2 } })
  expect(await count(actors.operatorA, elsewhere)).toMatchObject({ data: { orders: 1 } })
  await expect(count(actors.ownerA, world.userB)).rejects.toMatchObject({ code: 'not_found' })
})

it.each([
  ['reports', [0, 0, 1]],
  ['the board without changing it', [0, 1, 0]],
])('PERM-13: tells nothing to people who only read %s', async (_what, access) => {
  const { actors, world } = engine
  const reader: Actor = { ...actors.operatorA, merchants: new Map([[world.merchants[0], access]]) }
  await expect(count(reader, world.userA)).rejects.toMatchObject({ code: 'forbidden' })
})
