import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { applyPrinterChange, storePrinters, newPrinter, readPrinters } from './printer-settings.ts'

describe('printer settings', () => {
  it("PRINT-09 PRINT-01 PRINT-02 PRINT-03: keep the chosen printer's address, line length and receipts, and a profile for each printer", () => {
    const storage = memoryStorage()
    const till = { ...newPrinter('tcp://10.0.0.2', 'Till'), active: true, columns: 48 as const, copies: 2, drawer: true }
    const bar = { ...newPrinter('usb://04b8:0202'), family: 'rongta' as const, stations: ['Bar'] }
    storePrinters(storage, [bar, till])
    expect([storage.get('printer'), storage.get('printer_line'), storage.get('number_receipts')]).toEqual([
      'tcp://10.0.0.2',
      '48',
      '2',
    ])
    expect(readPrinters(storage)).toEqual([till, bar])
    storePrinters(storage, [])
    expect([storage.get('printer'), storage.get('printer_line'), readPrinters(storage)]).toEqual([undefined, '48', []])
  })

  it('PRINT-09: read the format of an older version', () => {
    const storage = memoryStorage()
    storage.set('printer', 'tcp://10.0.0.2')
    storage.set('printer_line', '42')
    storage.set('number_receipts', '3')
    storage.set('printers', '["virtual:","tcp://10.0.0.2"]')
    expect(readPrinters(storage)).toMatchObject([
      { address: 'virtual:', active: false, columns: 32, copies: 1 },
      { address: 'tcp://10.0.0.2', active: true, columns: 42, copies: 3 },
    ])
  })

  it('PRINT-09: keep sixteen printers, and drop the least recently used ones that are not active', () => {
    const storage = memoryStorage()
    const unused = Array.from({ length: 17 }, (_, index) => newPrinter(`tcp://10.0.0.${index + 1}`))
    storePrinters(storage, [...unused, { ...newPrinter('virtual:'), active: true }])
    const stored = ['virtual:', ...unused.slice(0, 15).map(({ address }) => address)]
    expect(readPrinters(storage).map(({ address }) => address)).toEqual(stored)
  })

  it.each(['', 'no json', '{}', '[null,1,{},{"address":7}]'])('ignore invalid data: %o', (text) => {
    const storage = memoryStorage()
    storage.set('printers', text)
    expect(readPrinters(storage)).toEqual([])
  })

  it.each([
    [{ copies: 2.9 }, { copies: 2 }],
    [{ copies: '4' }, { copies: 4 }],
    [{ copies: 0 }, { copies: 1 }],
    [{ copies: 100 }, { copies: 1 }],
    [{ copies: 'many' }, { copies: 1 }],
    [{ columns: 33 }, { columns: 32 }],
    [{ columns: '48' }, { columns: 48 }],
    [{ family: 'matrix', cut: 'saw', use: 'nothing', cyrillic: 'koi8' }, {}],
    [{ name: '  ' }, {}],
    [{ name: ' Bar ' }, { name: 'Bar' }],
    [{ stations: ['Bar', 7] }, { stations: ['Bar'] }],
    [{ address: 'tcp://elsewhere' }, {}],
  ])('PRINT-03: %o becomes %o', (change, expected) => {
    const before = newPrinter('virtual:')
    expect(applyPrinterChange(before, change)).toEqual({ ...before, ...expected })
  })
})
