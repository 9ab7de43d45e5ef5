import { lazyPart } from '../load-part.ts'

// The cropper, which most people never open.
export const CropDialog = lazyPart(async () => (await import('./images/crop-dialog.tsx')).CropDialog)
