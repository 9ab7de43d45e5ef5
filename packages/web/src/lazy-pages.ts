import { preloadedComponent, lazyComponent, loadChunk } from './lazy-component.ts'

// Everything needed after sign-in, requested at startup.
const signedInChunk = loadChunk(() => import('./shell/signed-in.tsx'))

export const Shell = preloadedComponent(signedInChunk, ({ Shell }) => Shell)
export const Screen = preloadedComponent(signedInChunk, ({ Screen }) => Screen)
export const NotFound = lazyComponent(async () => (await import('./pages/not-found.tsx')).NotFound)
export const StatePage = lazyComponent(async () => (await import('./pages/state-page.tsx')).StatePage)
export const SignIn = lazyComponent(async () => (await import('./pages/sign-in.tsx')).SignIn)
export const FactorPage = lazyComponent(async () => (await import('./factors/factor-page.tsx')).FactorPage)
export const ApprovePage = lazyComponent(async () => (await import('./pages/approve-page.tsx')).ApprovePage)
export const PairPage = lazyComponent(async () => (await import('./pages/pair-page.tsx')).PairPage)
export const AuthPage = lazyComponent(async () => (await import('./pages/auth-page.tsx')).AuthPage)
export const MapPage = lazyComponent(async () => (await import('./map/map-page.tsx')).MapPage)
