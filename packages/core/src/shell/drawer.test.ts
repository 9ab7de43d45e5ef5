import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createDrawer } from './drawer.ts'

function setUp(storage = memoryStorage()) {
  const clock = stubClock()
  const drawer = createDrawer({ clock, storage })
  return { clock, drawer, storage, open: () => drawer.store.getState().open }
}

describe('side menu', () => {
  it('SHELL-24: collapses 800 ms after the pointer leaves it, unless the pointer returns', async () => {
    const { clock, drawer, open } = setUp()
    drawer.enter()
    drawer.leave()
    await clock.advance(799)
    expect(open()).toBe(true)
    drawer.enter()
    await clock.advance(5000)
    expect(open()).toBe(true)
    drawer.leave()
    await clock.advance(800)
    expect(open()).toBe(false)
  })

  it('SHELL-19: stays open while pinned, even after a restart', async () => {
    const { clock, drawer, open, storage } = setUp()
    drawer.pin(true)
    drawer.leave()
    await clock.advance(10_000)
    expect(open()).toBe(true)
    expect(setUp(storage).drawer.store.getState()).toEqual({ open: true, pinned: true })
    drawer.pin(false)
    expect(setUp(storage).drawer.store.getState()).toEqual({ open: false, pinned: false })
  })

  it.each([true, false])('SHELL-26: closes automatically after 5 s for people who hide it; hide_menu: %s', async (hide) => {
    const { clock, drawer, open } = setUp()
    drawer.hideMenu(hide)
    drawer.toggle()
    await clock.advance(4999)
    expect(open()).toBe(true)
    await clock.advance(1)
    expect(open()).toBe(!hide)
  })
})
