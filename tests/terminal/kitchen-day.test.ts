import { describe, expect, it } from 'vitest'
import { openKitchen, soon } from './kitchen.ts'

const kitchen = openKitchen()
const { signedIn } = kitchen

const pace = async (change: object) => {
  const { server } = kitchen
  const token = await server.signIn('owner')
  return server.call('Merchant', 'pace', { merchant: server.world.merchants[0], ...change }, { token, company: server.world.a })
}

describe('a merchant can be paused or made busy until a stated time', () => {
  it('KDS-07: by key, shown on all boards with its end, and ended the same way', async () => {
    const [board, other] = await Promise.all([signedIn(), signedIn('operator')])
    board.press('t')
    await board.waitFor('Pause a merchant')
    board.press('enter')
    await board.waitFor('For 15 min')
    // The same key again would count as an accidental repeat.
    board.press(' ')
    await board.waitFor(/Pizzeria: Paused until \d/)
    await other.waitFor(/Pizzeria: Paused until \d/)
    board.press('t', 'enter')
    await board.waitFor('End pause')
    board.press(' ')
    expect(await other.waitFor((text) => !text.includes('Paused until'))).toContain('online')
  })

  it('KDS-07: on the command line, and it ends by itself', async () => {
    const board = await signedIn()
    board.press(':')
    await board.waitFor('Run ')
    board.press('busy 15 for 60', 'enter')
    await board.waitFor('Make a merchant busy')
    board.press(' ')
    await board.waitFor(/Pizzeria: Busy until .*: 15 min more/)
    expect(await pace({ busy_until: soon(0.07), busy_minutes: 15 })).toMatchObject({ status: 'OK' })
    await board.waitFor((text) => !text.includes('Busy until'), 15_000)
    board.press(':')
    await board.waitFor('Run ')
    board.press('pause tomorrow', 'enter')
    await board.waitFor('pause: unknown value tomorrow')
  })
})

describe('a card shows how many orders the customer has placed and flags blocked or noted customers', () => {
  it('KDS-15: with the note in the order', async () => {
    const { server } = kitchen
    await server.database.asOwner(`update "user" set status = 0, comment = 'Pays late' where user_id = $1`, [server.world.userA])
    await kitchen.place()
    const board = await signedIn()
    await board.waitFor(/\[Blocked customer\][^]*\[Customer note\][^]*First order/)
    board.press('enter')
    await board.waitFor(/Customer note +Pays late/)
    board.press('esc')
    await server.database.asOwner(`update "user" set status = 1, comment = '' where user_id = $1`, [server.world.userA])
    await kitchen.place({ ticket: 42 })
    board.press('R')
    expect(await board.waitFor((text) => text.includes('2 orders'))).not.toContain('Customer note')
  })
})

describe('scheduled orders are held until time_finish minus the estimate and then fire', () => {
  it('KDS-11: the card says why it is held and until when, and then flashes as new', async () => {
    await kitchen.place({ asap: 0, delivery_time: 40, time_finish: soon(40.2) })
    const board = await signedIn()
    const text = await board.waitFor(/Held until/)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Held until .*due .*takes 40 min/)
    expect(text).not.toContain('NEW')
    await board.waitFor((now) => now.includes('NEW') && !now.includes('Held until'), 30_000)
  })
})
