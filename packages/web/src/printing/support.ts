import type { DeviceNavigator } from './device-types.ts'

export const deviceKinds = ['serial', 'usb', 'bluetooth'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** Why a browser does not support a kind of printer: missing API, no https, or no permission. */
export type Missing = 'browser' | 'https' | 'permission'

/** Why each kind of printer is unavailable; nothing if it works. */
export async function missingSupport(browser: DeviceNavigator, secure: boolean): Promise<Partial<Record<DeviceKind, Missing>>> {
  const missing: Partial<Record<DeviceKind, Missing>> = {}
  for (const kind of deviceKinds) if (!browser[kind]) missing[kind] = secure ? 'browser' : 'https'
  if (browser.bluetooth?.getAvailability && !(await browser.bluetooth.getAvailability())) missing.bluetooth = 'permission'
  return missing
}
