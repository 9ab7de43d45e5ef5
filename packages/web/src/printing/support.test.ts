import { expect, it } from 'vitest'
import type { DeviceNavigator } from './device-types.ts'
import { missingSupport } from './support.ts'

const serial = { getPorts: () => Promise.resolve([]), requestPort: () => Promise.reject(new Error('not asked')) }
const usb = { getDevices: () => Promise.resolve([]), requestDevice: () => Promise.reject(new Error('not asked')) }
const bluetooth = (available: boolean) => ({
  getAvailability: () => Promise.resolve(available),
  requestDevice: () => Promise.reject(new Error('not asked')),
})

it.each<[string, DeviceNavigator, boolean, object]>([
  ['a browser with everything', { serial, usb, bluetooth: bluetooth(true) }, true, {}],
  ['Firefox', {}, true, { serial: 'browser', usb: 'browser', bluetooth: 'browser' }],
  ['a page without https', {}, false, { serial: 'https', usb: 'https', bluetooth: 'https' }],
  ['blocked Bluetooth', { serial, usb, bluetooth: bluetooth(false) }, true, { bluetooth: 'permission' }],
])('PRINT-11 PRINT-07: %s reports what is missing and why', async (_, browser, secure, missing) => {
  expect(await missingSupport(browser, secure)).toEqual(missing)
})
