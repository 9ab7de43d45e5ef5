import { lazyPart } from '../load-part.ts'

/** The map picker, with the map's library loaded on demand. */
export const AddressPicker = lazyPart(async () => (await import('./address-picker.tsx')).AddressPicker)
