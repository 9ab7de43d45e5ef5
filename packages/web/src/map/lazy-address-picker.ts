import { lazyComponent } from '../lazy-component.ts'

/** The map picker, with the map's library loaded on demand. */
export const AddressPicker = lazyComponent(async () => (await import('./address-picker.tsx')).AddressPicker)
