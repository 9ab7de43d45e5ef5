import { expect, it } from 'vitest'
import { openPrinter } from './open-printer.ts'

it.each([
  ['tcp://192.168.1.50', 'tcp', '192.168.1.50:9100'],
  ['tcp://192.168.1.50:9101', 'tcp', '192.168.1.50:9101'],
  ['192.168.1.50', 'tcp', '192.168.1.50:9100'],
  ['printer.local:9101', 'tcp', 'printer.local:9101'],
  ['usb://04b8:0202', 'usb', 'USB 04b8:0202'],
  ['file:///tmp/tickets/', 'file', 'tickets'],
  ['virtual:grill', 'virtual', 'grill'],
])('PRINT-10 PRINT-12 PRINT-13: %s leads to the printer there', (address, kind, name) => {
  expect(openPrinter(address)).toMatchObject({ kind, name })
})
