import { expect, it, vi } from 'vitest'
import { createCore, memoryStorage, type NamedBoard } from '@tiffin/core'
import { apiError, type OrderStatus, type SessionUser } from '@tiffin/sdk/contract'
import { migrateLegacyBoards } from './migrate-boards.ts'

const statuses = [2, 3, 4].map((id) => ({ order_status_id: id, status: id, merchant: 2 }) as OrderStatus)
const grill = { name: 'Grill', columns: [3], merchants: [1] }
const pass = { name: 'Pass', columns: 'all', merchants: 'all' }
const named = (name: string, hidden: readonly number[], merchants: NamedBoard['merchants'] = 'all'): NamedBoard => ({
  name,
  merchants,
  period: '',
  compact: false,
  hidden,
})

/** A terminal with this stored data, of a user with these settings. */
async function takeOver(
  kept: { boards?: unknown; columns?: unknown },
  settings: { boards?: readonly NamedBoard[]; hidden?: readonly number[] } = {},
  isThere = true,
) {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries({ 'boards.7': kept.boards, 'board.columns.7': kept.columns }))
    storage.set(key, value === undefined ? undefined : JSON.stringify(value))
  storage.set('boards.8', JSON.stringify([pass]))
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage, log: () => {} },
    keep: 'bearer',
  })
  let stored: { boards?: readonly NamedBoard[]; hidden?: readonly number[] } = settings
  const saveData = vi.fn((data: { tables: [{ row: { settings: typeof stored } }] }) => {
    stored = data.tables[0].row.settings
    return Promise.resolve({})
  })
  Object.assign(core.client.Reference, {
    getData: () =>
      isThere
        ? Promise.resolve({ data: { kanban_settings: { data: [{ settings: stored }] } } })
        : Promise.reject(apiError('network')),
    saveData,
  })
  core.session.store.setState({ user: { admin_id: 1, company: { company_id: 7 } } as unknown as SessionUser })
  core.board.store.setState({ statuses })
  await core.boardSettings.load().catch(() => {})
  await migrateLegacyBoards(core, false)
  const left = ['boards.7', 'board.columns.7', 'boards.8'].filter((key) => storage.get(key) !== undefined)
  return { core, storage, left, saves: saveData.mock.calls.length, stored: () => stored }
}

it("KDS-18: boards and columns of this terminal move to the person's settings; those of another company wait for it", async () => {
  const { stored, left, core } = await takeOver({ boards: [grill, pass], columns: [2, 3] })
  expect(stored()).toEqual({ boards: [named('Grill', [2, 4], [1]), named('Pass', [])], hidden: [4] })
  expect(core.boardSettings.store.getState()).toMatchObject(stored())
  expect(left).toEqual(['boards.8'])
})

it.each([
  ['is renamed if its name is in use', [named('Grill', [])], ['Grill', 'Grill (2)']],
  ['is not duplicated', [named('Grill', [2, 4], [1])], ['Grill']],
])('KDS-18: a board of this terminal %s', async (_what, boards, names) => {
  const { core, left } = await takeOver({ boards: [grill] }, { boards })
  expect(core.boardSettings.store.getState().boards.map(({ name }) => name)).toEqual(names)
  expect(core.boardSettings.store.getState().boards).toEqual(expect.arrayContaining(boards))
  expect(left).toEqual(['boards.8'])
})

it('KDS-18: columns of this terminal become a named board if the person has chosen others', async () => {
  const { stored, left } = await takeOver({ columns: [3] }, { hidden: [3] })
  expect(stored()).toEqual({ hidden: [3], boards: [named('Columns (terminal)', [2, 4])] })
  expect(left).toEqual(['boards.8'])
  const same = await takeOver({ columns: [2, 4] }, { hidden: [3] })
  expect([same.saves, same.left]).toEqual([0, ['boards.8']])
})

it("entries that can't be saved, or do not fit, stay for the next start", async () => {
  const offline = await takeOver({ boards: [grill], columns: [3] }, {}, false)
  expect(offline.left).toEqual(['boards.7', 'board.columns.7', 'boards.8'])
  const many = Array.from({ length: 49 }, (_, number) => named(`B${number}`, [3]))
  const full = await takeOver({ boards: [grill, pass] }, { boards: many })
  expect(full.left).toEqual(['boards.7', 'boards.8'])
  expect(JSON.parse(full.storage.get('boards.7') ?? '')).toEqual([pass])
})

it.each([[{}], [{ boards: 'x', columns: 'all' }], [{ boards: [null, { name: '' }], columns: [] }]])(
  'saves nothing if nothing was stored: %j',
  async (kept) => {
    const { saves, left } = await takeOver(kept)
    expect([saves, left]).toEqual([0, ['boards.8']])
  },
)
