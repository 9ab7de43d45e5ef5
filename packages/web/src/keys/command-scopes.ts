import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { Command } from './keymap.ts'

/** Commands that belong together, such as those of one screen. */
export interface CommandScope {
  /** Heads them in help and palette. */
  title: string
  commands: readonly Command[]
  /** Of a panel: closes it, for a command of the screen below. */
  leave?: () => void
}

/** Who offers commands: a panel above the screen stands in its place, and both go before the frame around them. */
export type Offerer = 'panel' | 'screen' | 'frame'

/** What can be done now, by those parts of the page that offer it. */
export interface CommandScopes {
  /** What keys do now. */
  list(): CommandScope[]
  /** What the palette does: below a panel also what the screen offers and the panel does not, which leaves the panel first. */
  all(): CommandScope[]
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
  const of = (offerer: Offerer): CommandScope[] => [...offered[offerer]].flatMap(({ current }) => current)
  /** Waits for the panel to go, which holds the focus. */
  let next: (() => void) | undefined

  function below(panel: readonly CommandScope[]): CommandScope[] {
    const own = new Set(panel.flatMap(({ commands }) => commands.map(({ id }) => id)))
    const afterwards = (command: Command): Command => ({
      ...command,
      run(press) {
        const go = (): void => command.run({ ...press, target: document.body })
        // Asked now, since other panels may have come and gone while the palette was open.
        const leaves = of('panel').flatMap(({ leave }) => leave ?? [])
        if (leaves.length === 0) return go()
        next = go
        for (const leave of leaves) leave()
      },
    })
    return of('screen').map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ id }) => !own.has(id)).map(afterwards),
    }))
  }
  return {
    list: () => [...of(offered.panel.size > 0 ? 'panel' : 'screen'), ...of('frame')],
    all: () => [...(offered.panel.size > 0 ? [...of('panel'), ...below(of('panel'))] : of('screen')), ...of('frame')],
    add(offerer, scopes) {
      // Whoever stays in the panel, or has opened another one, has changed their mind.
      if (offerer === 'panel') next = undefined
      offered[offerer].add(scopes)
      return () => {
        offered[offerer].delete(scopes)
        if (offerer !== 'panel' || !next) return
        setTimeout(next)
        next = undefined
      }
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
