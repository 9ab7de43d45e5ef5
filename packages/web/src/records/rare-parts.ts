import { lazyPart } from '../load-part.ts'

// What most people never open.
export const CropDialog = lazyPart(async () => (await import('./images/crop-dialog.tsx')).CropDialog)
export const WorkflowFaults = lazyPart(async () => (await import('./special/workflow-faults.tsx')).WorkflowFaults)
