import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { Translate } from '#i18n/create-i18n'
import type { Core } from '../create-core.ts'

const CoreContext = createContext<Core | null>(null)

/** Provides a core to the components below. */
export const CoreProvider = ({ core, children }: { core: Core; children?: ReactNode }) =>
  createElement(CoreContext.Provider, { value: core }, children)

/** The core of this front-end. */
export function useCore(): Core {
  const core = useContext(CoreContext)
  if (!core) throw new Error('useCore needs a CoreProvider above it')
  return core
}

/** A slice of a core store; the component re-renders when it changes. */
export const useSelected = <S, T>(store: StoreApi<S>, select: (state: S) => T): T => useStore(store, select)

/** Translates, and re-renders the component when the language changes. */
export function useTranslate(): Translate {
  const { i18n } = useCore()
  useSyncExternalStore(i18n.onChange, i18n.lang, i18n.lang)
  return i18n.t
}
