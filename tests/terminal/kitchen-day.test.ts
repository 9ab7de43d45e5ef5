import { describe, expect, it } from 'vitest'
import { openKitchen, soon } from './kitchen.ts'

const kitchen = openKitchen()
const { signedIn } = kitchen

const pace = async (change: object) => {
  const { server } = kitchen
  const token = await server.signIn('owner')
  return server.call('Merchant', 'pace', { merchant: server.world.merchants[0], ...change }, { token, company: server.world.a })
}

describe('KDS-07: a merchant can be paused or made busy until a stated time', () => {
  it('by key, shown on all boards with its end, and ended the same way', async () => {
    const [board, other] = await Promise.all([signedIn(), signedIn('operator')])
    board.press('t')
    await board.waitFor('Pause a merchant')
    board.press('enter')
    await board.waitFor('For 15 min')
    board.press('enter')
    await board.waitFor(/Pizzeria: Paused until \d/)
    await other.waitFor(/Pizzeria: Paused until \d/)
    board.press('t', 'enter')
    await board.waitFor('End pause')
    board.press('enter')
    await other.waitFor((text) => !text.includes('Paused until'))
  })

  it('on the command line, and it ends by itself', async () => {
    const board = await signedIn()
    board.press(':')
    await board.waitFor('Run ')
    board.press('busy 15 for 60', 'enter')
    await board.waitFor('Make a merchant busy')
    board.press('enter')
    await board.waitFor(/Pizzeria: Busy until .*: 15 min more/)
    expect(await pace({ busy_until: soon(0.07), busy_minutes: 15 })).toMatchObject({ status: 'OK' })
    await board.waitFor((text) => !text.includes('Busy until'), 15_000)
    board.press(':')
    await board.waitFor('Run ')
    board.press('pause tomorrow', 'enter')
    await board.waitFor('pause: unknown value tomorrow')
  })
})
