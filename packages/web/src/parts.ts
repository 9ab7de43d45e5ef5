import { preloadedPart, lazyPart, loadPart } from './load-part.ts'

// Everything needed after sign-in. Requested at once, so that it is loaded by then.
const signedInPart = loadPart(() => import('./shell/signed-in.tsx'))

export const Shell = preloadedPart(signedInPart, (part) => part.Shell)
export const Screen = preloadedPart(signedInPart, (part) => part.Screen)
export const NotFound = lazyPart(async () => (await import('./pages/not-found.tsx')).NotFound)
export const StatePage = lazyPart(async () => (await import('./pages/state-page.tsx')).StatePage)
export const SignIn = lazyPart(async () => (await import('./pages/sign-in.tsx')).SignIn)
export const PairPage = lazyPart(async () => (await import('./pages/pair-page.tsx')).PairPage)
export const MapPage = lazyPart(async () => (await import('./map/map-page.tsx')).MapPage)
