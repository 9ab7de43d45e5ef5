import { describe, expect, it } from 'vitest'
import { sendChunks } from './send-chunks.ts'

const ticket = Uint8Array.from({ length: 250 }, (_, index) => index)

describe('sending a ticket in chunks', () => {
  it('KDS-12: begins before its first byte and arrives complete', async () => {
    const heard: (string | number)[] = []
    const onFirstByte = () => void heard.push('begins')
    const write = async (piece: Uint8Array) => void heard.push(piece.length)
    expect(await sendChunks(ticket, 100, write, { onFirstByte })).toEqual({ sent: 250 })
    expect(heard).toEqual(['begins', 100, 100, 50])
  })

  it('KDS-12: sends nothing if the console may not begin', async () => {
    const refused = new Error('lease_lost')
    const sending = sendChunks(ticket, 100, () => Promise.reject(new Error('was written')), {
      onFirstByte: () => Promise.reject(refused),
    })
    await expect(sending).rejects.toBe(refused)
  })

  it('KDS-12: counts the failed chunk, which may be printed', async () => {
    let pieces = 0
    const write = () => (pieces++ === 1 ? Promise.reject(new Error('unplugged')) : Promise.resolve())
    await expect(sendChunks(ticket, 100, write, {})).rejects.toMatchObject({ code: 'printer_broke_off', bytes_sent: 200 })
  })

  it('stops between two chunks when aborted', async () => {
    const control = new AbortController()
    const write = async () => control.abort()
    await expect(sendChunks(ticket, 100, write, { signal: control.signal })).rejects.toMatchObject({
      code: 'printer_cancelled',
      bytes_sent: 100,
    })
  })
})
