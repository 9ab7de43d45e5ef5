import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { Command } from './keymap.ts'

/** Commands that belong together, such as those of one screen. */
export interface CommandScope {
  /** Heads them in help and palette. */
  title: string
  commands: readonly Command[]
}

/** Who offers commands: a panel above the screen stands in its place, and both go before the frame around them. */
export type Offerer = 'panel' | 'screen' | 'frame'

/** What can be done now, by those parts of the page that offer it. */
export interface CommandScopes {
  list(): CommandScope[]
  add(offerer: Offerer, scopes: RefObject<readonly CommandScope[]>): () => void
  /** Opens the help of the keys. */
  help(): void
  /** Opens the palette. */
  find(): void
}

const Context = createContext<CommandScopes | null>(null)
export const CommandScopesProvider = Context.Provider

export function createCommandScopes(open: (what: 'help' | 'palette') => void): CommandScopes {
  const none = () => new Set<RefObject<readonly CommandScope[]>>()
  const offered = { panel: none(), screen: none(), frame: none() }
  return {
    list: () =>
      [...(offered.panel.size > 0 ? offered.panel : offered.screen), ...offered.frame].flatMap(({ current }) => current),
    add(offerer, scopes) {
      offered[offerer].add(scopes)
      return () => offered[offerer].delete(scopes)
    },
    help: () => open('help'),
    find: () => open('palette'),
  }
}

export function useCommandScopes(): CommandScopes {
  const scopes = useContext(Context)
  if (!scopes) throw new Error('useCommandScopes needs a CommandScopesProvider above it')
  return scopes
}

/** Offers commands while the component stands: their keys work, help lists them, the palette finds them. */
export function useCommands(offer: readonly CommandScope[], offerer: Offerer = 'screen'): void {
  const scopes = useCommandScopes()
  const latest = useRef(offer)
  useEffect(() => {
    latest.current = offer
  })
  useEffect(() => scopes.add(offerer, latest), [scopes, offerer])
}
