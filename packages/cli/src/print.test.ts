import { createServer, type Server } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine } from './test/run-command.ts'

// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })
let machine: Machine
let silent: Server
let address = ''
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-print-'))
beforeAll(async () => {
  machine = createMachine({})
  silent = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {}).on('end', () => socket.end())
    socket.resume()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  address = `tcp://127.0.0.1:${(silent.address() as { port: number }).port}`
})
afterAll(() => {
  machine.remove()
  silent.close()
  rmSync(folder, { recursive: true })
})
const tiffin = (...args: string[]) => machine.run(['print', ...args])

describe('tiffin print', () => {
  it('PRINT-10 PRINT-11: lists reachable printers without a server or a sign-in', async () => {
    const run = await tiffin('list', address, 'tcp://127.0.0.1:1', '--json')
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(run.out)).toContainEqual({
      address,
      name: address.slice('tcp://'.length),
      online: 'unknown',
      paper: 'unknown',
      cover: 'unknown',
    })
  })

  it("shows the printer’s status, and exits with 1 if it can't print", async () => {
    // The scheme of a network address may be left out.
    const quiet = await tiffin('status', address.slice('tcp://'.length), '--json')
    expect(quiet.code).toBe(0)
    expect(JSON.parse(quiet.out)).toMatchObject({ address, online: 'unknown' })
    const unreachable = await tiffin('status', 'tcp://127.0.0.1:1')
    expect([unreachable.code, unreachable.err]).toEqual([1, 'The printer is offline\n'])
  })

  it('PRINT-06: prints the test page', async () => {
    const file = path.join(folder, 'page.bin')
    const run = await tiffin('test', pathToFileURL(file).href, '--columns', '48', '--make', 'rongta')
    expect([run.code, run.err]).toEqual([0, 'Test page printed\n'])
    const page = readFileSync(file)
    expect(page.includes('48 characters per line')).toBe(true)
    expect(page.includes(Buffer.from([0x1b, 0x74, 7]))).toBe(true)
  })

  it.each([
    ['tcp://127.0.0.1-', 'Invalid address range. The number after the hyphen must be 255 or less'],
    ['http://127.0.0.1', 'Invalid printer address'],
  ])('PRINT-11: explains why %s is invalid, and shows a valid address', async (wrong, said) => {
    const run = await tiffin('list', wrong)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(said)
    expect(run.err).toContain(
      'Example: tcp://192.168.1.50, tcp://192.168.1.20-60, usb://04b8:0202, file:///dev/usb/lp0, virtual:',
    )
  })

  it.each([
    [['status', 'nonsense'], 2, 'printer_bad_address'],
    [['test', 'tcp://127.0.0.1:1'], 1, 'printer_refused'],
    [['test', 'virtual:', '--columns', '33'], 2, '--columns'],
    [['test', 'virtual:', '--make', 'fax'], 2, 'make'],
  ])('%o exits with %i and says why', async (args, code, said) => {
    const run = await tiffin(...args)
    expect(run).toMatchObject({ code, out: '' })
    expect(run.err).toContain(said)
  })
})
