import type { DeviceNavigator } from './device-types.ts'

export const deviceKinds = ['serial', 'usb', 'bluetooth'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** Why a browser cannot reach printers in a way: too old or of another maker, no https, or forbidden. */
export type Missing = 'browser' | 'https' | 'permission'

/** What stands in the way of each kind of printer; nothing where it works. */
export async function missingSupport(browser: DeviceNavigator, secure: boolean): Promise<Partial<Record<DeviceKind, Missing>>> {
  const missing: Partial<Record<DeviceKind, Missing>> = {}
  for (const kind of deviceKinds) if (!browser[kind]) missing[kind] = secure ? 'browser' : 'https'
  if (browser.bluetooth?.getAvailability && !(await browser.bluetooth.getAvailability())) missing.bluetooth = 'permission'
  return missing
}
