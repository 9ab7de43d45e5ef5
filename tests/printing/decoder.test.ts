import { describe, expect, it } from 'vitest'
import { createRequire } from 'node:module'
import { decodeEscpos, paperText } from '../fakes/escpos-decoder.ts'
import { startFakePrinter } from '../fakes/fake-printer.ts'

interface OtherPrinter {
  text(text: string, encoding?: string): this
  size(width: number, height: number): this
  style(style: string): this
  cut(): this
  close(done: () => void): this
}
interface OtherNetwork {
  open(done: (error?: Error) => void): void
}
const require = createRequire(import.meta.url)
const escpos = require('escpos') as { Printer: new (device: OtherNetwork, options: { encoding: string }) => OtherPrinter }
const Network = require('escpos-network') as new (host: string, port: number) => OtherNetwork

describe('decoder used to check tickets', () => {
  it('decodes another library’s output', async () => {
    const printer = await startFakePrinter({ answers: false })
    const device = new Network('127.0.0.1', printer.port)
    await new Promise<void>((resolve, reject) => device.open((error) => (error ? reject(error) : resolve())))
    await new Promise<void>((resolve) => {
      const other = new escpos.Printer(device, { encoding: 'cp437' })
      other.text('Plain line').size(1, 1).text('LARGE').size(0, 0).text('Grüße', 'cp437').cut().close(resolve)
    })
    await expect.poll(() => printer.jobs.length > 0 && printer.paper().items.some(({ kind }) => kind === 'cut')).toBe(true)
    const paper = printer.paper()
    await printer.close()
    expect(paperText(paper)).toMatch(/Plain line\n+LARGE\n/)
    expect(paper.items.find((item) => item.kind === 'row' && item.text === 'LARGE')).toMatchObject({
      style: { width: 2, height: 2 },
    })
  })

  it.each([
    ['reads high bytes as Chinese until Chinese mode is off', [0xc1, 0xc2, 0x0a], '中\n'],
    ['reads them by the page after FS .', [0x1c, 0x2e, 0x1b, 0x74, 17, 0x80, 0xf1, 0x0a], 'Аё\n'],
    ['reads Epson page 46', [0x1c, 0x2e, 0x1b, 0x74, 46, 0xc0, 0xb8, 0xb3, 0x88, 0x0a], 'Аёі€\n'],
    ['reads page 19', [0x1c, 0x2e, 0x1b, 0x74, 19, 0xd5, 0xab, 0x81, 0x0a], '€½ü\n'],
    ['reads page 16', [0x1c, 0x2e, 0x1b, 0x74, 16, 0x80, 0xfc, 0xdf, 0x0a], '€üß\n'],
    ['reads page 0', [0x1c, 0x2e, 0x1b, 0x74, 0, 0x81, 0xe1, 0xfd, 0x0a], 'üß²\n'],
  ])('%s', (_, bytes, text) => {
    expect(paperText(decodeEscpos(Uint8Array.from(bytes)))).toBe(text)
  })

  it('reports unknown commands', () => {
    expect(decodeEscpos(Uint8Array.of(0x1b, 0x7a, 0x07, 0x41)).unknown).toEqual([0x1b, 0x7a, 0x07])
  })
})
