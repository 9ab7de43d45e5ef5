import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type CommandScope, createCommandScopes } from './command-scopes.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { body: {} })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** A screen with one command, and panels that open and close above it. */
function setUp() {
  const scopes = createCommandScopes(() => {})
  const ran = vi.fn()
  const offer = (...scope: CommandScope[]) => ({ current: scope })
  scopes.add('screen', offer({ title: 'Board', commands: [{ id: 'search', name: 'Search', run: ran }] }))
  const panel = (leave?: () => void) => scopes.add('panel', offer({ title: 'Order', commands: [], ...(leave ? { leave } : {}) }))
  return {
    ran,
    panel,
    /** The command as found by the palette. */
    found: () => {
      const command = scopes.all().flatMap(({ commands }) => commands)[0]
      return () => command?.run({ digit: 0, target: document.body })
    },
  }
}

describe('KDS-01: a command of the screen below a panel', () => {
  it('closes the panel and runs afterwards', () => {
    const { ran, panel, found } = setUp()
    const leave = vi.fn()
    const close = panel(leave)
    found()()
    expect([leave.mock.calls.length, ran.mock.calls.length]).toEqual([1, 0])
    close()
    vi.runAllTimers()
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('runs at once if the panel was closed after the command was found', () => {
    const { ran, panel, found } = setUp()
    const leave = vi.fn()
    const close = panel(leave)
    const run = found()
    close()
    run()
    expect([leave.mock.calls.length, ran.mock.calls.length]).toEqual([0, 1])
    panel()()
    vi.runAllTimers()
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('closes the panel that has replaced the first one', () => {
    const { ran, panel, found } = setUp()
    const [before, now] = [vi.fn(), vi.fn()]
    const close = panel(before)
    const run = found()
    close()
    const closeNow = panel(now)
    run()
    closeNow()
    vi.runAllTimers()
    expect([before, now, ran].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  })

  it("runs at once if the command can't close the panel", () => {
    const { ran, panel, found } = setUp()
    panel()
    found()()
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('is dropped if another panel opens before the first has closed', () => {
    const { ran, panel, found } = setUp()
    const close = panel(() => {})
    found()()
    const closeOther = panel()
    close()
    closeOther()
    vi.runAllTimers()
    expect(ran).not.toHaveBeenCalled()
  })
})
