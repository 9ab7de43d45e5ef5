import { lazyPart, loadPart } from './load-part.ts'

// All that everybody needs after sign-in. It is asked for at once, so that it is there when somebody has signed in.
const signedInPart = loadPart(() => import('./shell/signed-in.tsx'))
// Who never needs it must not hear of its failure.
signedInPart.catch(() => {})

export const Shell = lazyPart(async () => (await signedInPart).Shell)
export const Screen = lazyPart(async () => (await signedInPart).Screen)
export const StatePage = lazyPart(async () => (await import('./pages/state-page.tsx')).StatePage)
export const SignIn = lazyPart(async () => (await import('./pages/sign-in.tsx')).SignIn)
export const PairPage = lazyPart(async () => (await import('./pages/pair-page.tsx')).PairPage)
