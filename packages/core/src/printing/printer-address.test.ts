import { expect, it } from 'vitest'
import { printerAddress } from './printer-address.ts'

it.each([
  ['192.168.1.50', 'tcp://192.168.1.50'],
  [' 192.168.1.50 ', 'tcp://192.168.1.50'],
  ['192.168.1.50:9100', 'tcp://192.168.1.50'],
  ['tcp://192.168.1.50:9100', 'tcp://192.168.1.50'],
  ['192.168.1.50:9101', 'tcp://192.168.1.50:9101'],
  ['192.168.1.50:19100', 'tcp://192.168.1.50:19100'],
  ['192.168.1.20-60', 'tcp://192.168.1.20-60'],
  ['printer.local', 'tcp://printer.local'],
  ['[fe80::1]:9100', 'tcp://[fe80::1]'],
  ['tcp://printer', 'tcp://printer'],
  ['printer', 'printer'],
  ['http://192.168.1.50', 'http://192.168.1.50'],
  ['usb://04b8:0202', 'usb://04b8:0202'],
  ['file:///tmp/a.b', 'file:///tmp/a.b'],
  ['virtual:', 'virtual:'],
  ['kitchen:grill.local/tcp%3A%2F%2F10.0.0.2', 'kitchen:grill.local/tcp%3A%2F%2F10.0.0.2'],
])('the printer address %o is stored and opened as %s', (typed, address) => {
  expect(printerAddress(typed)).toBe(address)
})
