import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
let key: (number: number) => number
const resetStatuses = async () => {
  await engine?.test.drop()
  engine = await createTestEngine()
  key = (number) => engine.world.statuses[number] as number
}
afterAll(() => engine.test.drop())

type Row = Record<string, unknown>
const save = (...rows: [id: number, row: Row][]) =>
  engine.save(
    engine.actors.ownerA,
    rows.map(([id, row]) => ({ table: 'order_status', id, row })),
  )
const read = async (field: string) => {
  const rows = await engine.read(engine.actors.ownerA, { table: 'order_status', order: [{ field: 'order_status_id' }] })
  return new Map(rows.map((row) => [row['order_status_id'], row[field]]))
}
const withFlag = async () => [...(await read('created'))].filter(([, created]) => created === 1).map(([id]) => id)

describe('REF-03: number of a status', () => {
  // Once for all tests: only the last one changes anything.
  beforeAll(resetStatuses)

  it.each<[string, () => Promise<unknown>]>([
    ['by hand', () => save([key(3), { status: 7 }])],
    ['to one that another has', () => save([key(3), { status: 5 }])],
    ['below 1', () => save([key(3), { status: -1 }])],
    ['from 0', () => save([key(0), { status: 4 }])],
    ['of several to others', () => save([key(2), { status: 3 }], [key(3), { status: 4 }])],
    [
      'with a whole row',
      async () =>
        save([key(3), { ...(await engine.readOne(engine.actors.ownerA, 'order_status', 'order_status_id', key(3))), status: 7 }]),
    ],
    ['of a new one', () => engine.saveOne(engine.actors.ownerA, 'order_status', { value: { en: 'Packed' }, status: 4 })],
  ])('does not change %s', async (_how, act) => {
    const before = await read('status')
    await expect(act()).rejects.toMatchObject({ code: 'forbidden', field: 'status' })
    expect(await read('status')).toEqual(before)
  })

  it('changes by sorting: 1 to n, or swapped; a new status gets the next one', async () => {
    await save([key(2), { status: 3 }], [key(3), { status: 2 }])
    const above = [key(9), key(8), key(5), key(2), key(3), key(1)]
    await save(...above.map((id, index): [number, Row] => [id, { status: index + 1 }]))
    const numbers = await read('status')
    expect(above.map((id) => numbers.get(id))).toEqual([1, 2, 3, 4, 5, 6])
    expect(numbers.get(key(0))).toBe(0)
    expect(await engine.saveOne(engine.actors.ownerA, 'order_status', { value: { en: 'Packed' } })).toMatchObject({ status: 7 })
  })
})

it('REF-11: the number of an order path changes only by sorting', async () => {
  await resetStatuses()
  const make = (name: string) => engine.saveOne(engine.actors.ownerA, 'order_step', { name: { en: name } })
  const [first, second] = [await make('A'), await make('B')]
  const put = (...rows: [Row, Row][]) =>
    engine.save(
      engine.actors.ownerA,
      rows.map(([step, row]) => ({ table: 'order_step', id: step['order_step_id'] as number, row })),
    )
  expect([first['step'], second['step']]).toEqual([1, 2])
  await expect(put([first, { step: 2 }])).rejects.toMatchObject({ code: 'forbidden', field: 'step' })
  await expect(engine.saveOne(engine.actors.ownerA, 'order_step', { name: { en: 'C' }, step: 9 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await put([first, { step: 2 }], [second, { step: 1 }])
})

it('REF-11: sorting closes the gap that a deleted order path leaves, and leaves no other gaps', async () => {
  await resetStatuses()
  const { ownerA } = engine.actors
  const ids: number[] = []
  for (const name of ['A', 'B', 'C'])
    ids.push(Number((await engine.saveOne(ownerA, 'order_step', { name: { en: name } }))['order_step_id']))
  const [first = 0, second = 0, third = 0] = ids
  await engine.remove(ownerA, 'order_step', first)
  const put = (...steps: [id: number, step: number][]) =>
    engine.save(
      ownerA,
      steps.map(([id, step]) => ({ table: 'order_step', id, row: { step } })),
    )
  const steps = async () =>
    (await engine.read(ownerA, { table: 'order_step', order: [{ field: 'step' }] })).map((row) => [
      row['order_step_id'],
      row['step'],
    ])
  for (const [item, two] of [
    [1, 3],
    [2, 4],
    [1, 1],
  ] as const)
    // prettier-ignore
    await expect(put([second, item], [third, two])).rejects.toMatchObject({
      message: 'Numbers can only be changed by sorting. Rows above 0 must be numbered 1 to %1.',
      params: [2],
    })
  expect(await steps()).toEqual([[second, 2], [third, 3]]) // prettier-ignore
  await put([second, 1], [third, 2])
  expect(await steps()).toEqual([[second, 1], [third, 2]]) // prettier-ignore
})

describe('REF-03: status of new orders', () => {
  beforeEach(resetStatuses)

  it('is unique: the flag moves to the status that gets it', async () => {
    await save([key(3), { created: 1 }])
    expect(await withFlag()).toEqual([key(3)])
    const { order_status_id } = await engine.saveOne(engine.actors.ownerA, 'order_status', { value: { en: 'Fresh' }, created: 1 })
    expect(await withFlag()).toEqual([order_status_id])
    const statusB = await engine.readOne(engine.actors.ownerB, 'order_status', 'order_status_id', engine.world.statusB)
    expect(statusB['created']).toBe(1)
  })

  it('is unique even if several get the flag at once', async () => {
    await save([key(3), { created: 1 }], [key(5), { created: 1 }])
    expect(await withFlag()).toEqual([key(5)])
    await Promise.all([1, 2, 3, 8].map((number) => save([key(number), { created: 1 }])))
    expect(await withFlag()).toHaveLength(1)
  })

  it('can neither lose the flag without a successor nor be deleted', async () => {
    await expect(save([key(2), { created: 0 }])).rejects.toMatchObject({ code: 'required', field: 'created' })
    await expect(engine.remove(engine.actors.ownerA, 'order_status', key(2))).rejects.toMatchObject({
      code: 'in_use',
      field: 'created',
    })
    await save([key(2), { created: 0 }], [key(3), { created: 1 }])
    expect(await withFlag()).toEqual([key(3)])
    const extra = await insertRow(engine.test, 'order_status', { company: engine.world.a, status: 30, value: { en: 'Extra' } })
    await expect(
      Promise.allSettled([save([extra, { created: 1 }]), engine.remove(engine.actors.ownerA, 'order_status', extra)]),
    ).resolves.toBeTruthy()
    expect(await withFlag()).toHaveLength(1)
  })
})
