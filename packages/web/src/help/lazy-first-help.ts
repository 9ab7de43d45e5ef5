import { lazyComponent } from '../lazy-component.ts'

/** Loaded with the first empty list. */
export const FirstHelp = lazyComponent(async () => (await import('./first-help.tsx')).FirstHelp)
