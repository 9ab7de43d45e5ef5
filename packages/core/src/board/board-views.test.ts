import { describe, expect, it, vi } from 'vitest'
import { apiError, type SessionUser } from '@tiffin/sdk/contract'
import { type Core, createCore } from '../create-core.ts'
import { type ListedStorage, memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { currentView, deleteNamedBoard, saveNamedBoard, showNamedBoard } from './board-views.ts'
import type { NamedBoard } from './named-boards.ts'

const grill: NamedBoard = { name: 'Grill', merchants: [3], period: 'Today', compact: true, hidden: [8] }
const bar: NamedBoard = { ...grill, name: 'Bar', merchants: 'all', period: '' }

interface Server {
  settings: Record<string, unknown>
  exists: boolean
}

/** A front-end of a user or a paired device, with a server that stores their settings. */
function setUp({
  server = { settings: {}, exists: true },
  device = false,
  storage = memoryStorage(),
  moves = undefined as ListedStorage | undefined,
  lastKnown = undefined as ListedStorage | undefined,
} = {}) {
  const clock = stubClock()
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock, storage, log: () => {}, ...(moves ? { moves } : {}), ...(lastKnown ? { lastKnown } : {}) },
    keep: 'bearer',
    token: 'secret',
  })
  const answer = <T>(data: T): Promise<T> => {
    if (device) return Promise.reject(apiError('forbidden'))
    return server.exists ? Promise.resolve(structuredClone(data)) : Promise.reject(apiError('network'))
  }
  Object.assign(core.client.Reference, {
    getData: () => answer({ data: { kanban_settings: { data: [{ settings: server.settings }] } } }),
    saveData({ tables: [table] }: { tables: { row: { settings: Record<string, unknown> } }[] }) {
      if (server.exists && !device && table) server.settings = structuredClone(table.row.settings)
      return answer({})
    },
  })
  const user = { admin_id: 1, role: 2, company: { company_id: 7 }, ...(device ? { device: { device_id: 5 } } : {}) }
  core.session.store.setState({ user: user as unknown as SessionUser })
  vi.spyOn(core.session, 'company').mockReturnValue(7)
  const chosen = {
    merchants: vi.spyOn(core.board, 'choose').mockResolvedValue(),
    period: vi.spyOn(core.board, 'setPeriod').mockResolvedValue(),
  }
  const texts = () => core.notices.store.getState().notices.map(({ text }) => text)
  return { ...core, core, clock, server, chosen, texts, saved: () => clock.advance(600) }
}
const settingsOf = ({ boardSettings }: Pick<Core, 'boardSettings'>) => boardSettings.store.getState()
const namesOf = (core: Pick<Core, 'boardSettings'>) => settingsOf(core).boards.map(({ name }) => name)

describe('named boards', () => {
  it('BOARD-52 KDS-09: a board saved on one front-end can be opened on another with all its choices', async () => {
    const console = setUp()
    console.board.store.setState({ chosen: [3], period: 'Today', station: 'Grill' })
    saveNamedBoard(console.core, ' Grill ', { compact: true, hidden: [8] })
    await console.saved()
    const saved = { ...grill, station: 'Grill' }
    expect(console.server.settings).toEqual({ boards: [saved], board: 'Grill' })
    expect(console.texts()).toEqual(['Saved boards updated'])

    const terminal = setUp({ server: console.server })
    await terminal.boardSettings.load()
    const [board = bar] = settingsOf(terminal).boards
    showNamedBoard(terminal.core, board)
    expect(terminal.chosen.merchants).toHaveBeenCalledExactlyOnceWith([3])
    expect(terminal.chosen.period).toHaveBeenCalledExactlyOnceWith('Today')
    expect(terminal.board.store.getState().station).toBe('Grill')
    expect(settingsOf(terminal)).toMatchObject({ board: 'Grill', compact: true, hidden: [8], merchants: { 7: [3] } })
    await terminal.saved()
    expect(terminal.server.settings).toMatchObject({ boards: [saved], hidden: [8], merchants: { 7: [3] } })
  })

  it('BOARD-52: saving or deleting a board keeps those saved elsewhere in the meantime', async () => {
    const server: Server = { settings: { boards: [grill] }, exists: true }
    const [here, there] = [setUp({ server }), setUp({ server })]
    await Promise.all([here.boardSettings.load(), there.boardSettings.load()])
    saveNamedBoard(there.core, 'Bar', bar)
    await there.saved()
    deleteNamedBoard(here.core, 'Grill')
    expect(namesOf(here)).toEqual([])
    await here.saved()
    expect(namesOf(here)).toEqual(['Bar'])
    expect(server.settings['boards']).toMatchObject([{ name: 'Bar' }])
    expect(namesOf(there)).toEqual(['Bar', 'Grill'])
    await there.boardSettings.refreshBoards()
    expect(namesOf(there)).toEqual(['Bar'])
  })

  it('BOARD-52 MOON-04 ERR-05: offline choices are saved when the connection returns, with one message until then', async () => {
    const board = setUp({ server: { settings: {}, exists: false } })
    const notify = vi.spyOn(board.notices, 'showSentence')
    saveNamedBoard(board.core, 'Bar', bar)
    await board.clock.advance(30_000)
    expect(notify).toHaveBeenCalledExactlyOnceWith('negative', expect.objectContaining({ code: 'network' }))
    board.server.exists = true
    saveNamedBoard(board.core, 'Grill', grill)
    await board.saved()
    expect(namesOf(board)).toEqual(['Bar', 'Grill'])
    expect(board.server.settings).toMatchObject({ boards: [{ name: 'Bar' }, { name: 'Grill' }], board: 'Grill' })
  })

  it('BOARD-52 MOON-04: choices made offline are saved by the next run, even if the program has ended in between', async () => {
    const server: Server = { settings: { compact: true }, exists: false }
    const moves = memoryStorage()
    const board = setUp({ server, moves })
    board.boardSettings.set({ hidden: [8] })
    expect(await board.boardSettings.flush()).toBe(false)
    server.exists = true
    const next = setUp({ server, moves })
    await next.boardSettings.load()
    expect(settingsOf(next)).toMatchObject({ hidden: [8], compact: true })
    await next.saved()
    expect(server.settings).toEqual({ hidden: [8], compact: true })
    expect(moves.keys('settings.')).toEqual([])
  })

  it('MOON-04: a choice made while another is being saved keeps both on disk, also if the save fails', async () => {
    const server: Server = { settings: {}, exists: false }
    const moves = memoryStorage()
    const board = setUp({ server, moves })
    const stored = () => moves.keys('settings.').map((key) => JSON.parse(moves.get(key) ?? '') as unknown)
    board.boardSettings.set({ hidden: [8] })
    const saving = board.boardSettings.flush()
    board.boardSettings.set({ compact: true })
    expect(stored()).toEqual([{ hidden: [8], compact: true }])
    expect(await saving).toBe(false)
    expect(stored()).toEqual([{ hidden: [8], compact: true }])
  })

  it('BOARD-52: unsaved settings of one person are never saved for the next', async () => {
    const board = setUp({ server: { settings: {}, exists: false } })
    saveNamedBoard(board.core, 'Bar', bar)
    await board.saved()
    board.client.session.end(null)
    board.server.exists = true
    board.session.store.setState({ user: { admin_id: 2, role: 2 } as unknown as SessionUser })
    await board.clock.advance(30_000)
    expect(await board.boardSettings.flush()).toBe(true)
    expect([board.server.settings, namesOf(board)]).toEqual([{}, []])
  })

  it('BOARD-52: choices made offline wait on the device for the person who made them', async () => {
    const server: Server = { settings: {}, exists: false }
    const moves = memoryStorage()
    const start = (admin_id: number) => {
      const board = setUp({ server, moves })
      board.session.store.setState({ user: { admin_id, role: 2 } as unknown as SessionUser })
      return board
    }
    const first = start(1)
    first.boardSettings.set({ hidden: [8] })
    expect(await first.boardSettings.flush()).toBe(false)
    server.exists = true
    const second = start(2)
    await second.boardSettings.load()
    await second.saved()
    expect([server.settings, settingsOf(second).hidden]).toEqual([{}, []])
    const again = start(1)
    await again.boardSettings.load()
    await again.saved()
    expect(server.settings).toEqual({ hidden: [8] })
  })

  it('MOON-04: an offline start shows the columns and boards of the last session', async () => {
    const lastKnown = memoryStorage()
    const server: Server = { settings: { boards: [grill], hidden: [8], printer: true }, exists: true }
    await setUp({ server, lastKnown }).boardSettings.load()
    server.exists = false
    const board = setUp({ server, lastKnown })
    await expect(board.boardSettings.load()).rejects.toMatchObject({ code: 'network' })
    // Whether it prints comes only from the server.
    expect(settingsOf(board)).toMatchObject({ boards: [grill], hidden: [8], printer: false })
  })

  it('KDS-25: a paired device, which has no settings on the server, stores its boards locally', async () => {
    const storage = memoryStorage()
    const device = setUp({ device: true, storage })
    await device.boardSettings.load()
    saveNamedBoard(device.core, 'Grill', grill)
    device.boardSettings.set({ hidden: [8] })
    expect(await device.boardSettings.flush()).toBe(true)
    expect(device.server.settings).toEqual({})
    const again = setUp({ device: true, storage })
    await again.boardSettings.load()
    expect(settingsOf(again)).toMatchObject({ boards: [{ name: 'Grill' }], hidden: [8] })
  })
})

it('describes the current view in the form of a named board', () => {
  const settings = { compact: false, hidden: [8] }
  expect(currentView({ chosen: 'all', period: undefined, station: '' }, settings)).toEqual({
    merchants: 'all',
    period: '',
    ...settings,
  })
  const period = { from: '2026-11-01', to: '2026-11-03' } as const
  expect(currentView({ chosen: [3], period, station: 'Grill' }, settings)).toEqual({
    merchants: [3],
    period: '2026-11-01..2026-11-03',
    station: 'Grill',
    ...settings,
  })
})
