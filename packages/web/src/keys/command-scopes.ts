import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { Command } from './keymap.ts'

/** Related commands, such as those of one screen. */
export interface CommandScope {
  /** Their heading in help and palette. */
  title: string
  commands: readonly Command[]
  /** For a panel: closes it, so that a command of the screen below can run. */
  leave?: () => void
}

/** Who registers commands: a panel replaces the screen below, and both come before the frame around them. */
export type CommandSource = 'panel' | 'screen' | 'frame'

/** The commands available now, by the part of the page that registers them. */
export interface CommandScopes {
  /** Commands available to keys. */
  list(): CommandScope[]
  /** Commands available to the palette: below a panel also the screen's other commands, which close the panel first. */
  all(): CommandScope[]
  add(source: CommandSource, scopes: RefObject<readonly CommandScope[]>): () => void
  /** Opens the keyboard help. */
  help(): void
  /** Opens the palette. */
  find(): void
  /** Opens the dialog that creates a company. */
  createCompany(): void
}

const Context = createContext<CommandScopes | null>(null)
export const CommandScopesProvider = Context.Provider

export function createCommandScopes(open: (what: 'help' | 'palette' | 'create') => void): CommandScopes {
  const none = () => new Set<RefObject<readonly CommandScope[]>>()
  const offered = { panel: none(), screen: none(), frame: none() }
  const of = (source: CommandSource): CommandScope[] => [...offered[source]].flatMap(({ current }) => current)
  /** The next command, waiting for the panel that holds the focus to close. */
  let next: (() => void) | undefined

  function below(panel: readonly CommandScope[]): CommandScope[] {
    const own = new Set(panel.flatMap(({ commands }) => commands.map(({ id }) => id)))
    const afterwards = (command: Command): Command => ({
      ...command,
      run(press) {
        const go = (): void => command.run({ ...press, target: document.body })
        // Checked now, since panels may have opened and closed while the palette was open.
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
    add(source, scopes) {
      // The user stayed in the panel or opened another one, so the command is dropped.
      if (source === 'panel') next = undefined
      offered[source].add(scopes)
      return () => {
        offered[source].delete(scopes)
        if (source !== 'panel' || !next) return
        setTimeout(next)
        next = undefined
      }
    },
    help: () => open('help'),
    find: () => open('palette'),
    createCompany: () => open('create'),
  }
}

export function useCommandScopes(): CommandScopes {
  const scopes = useContext(Context)
  if (!scopes) throw new Error('useCommandScopes needs a CommandScopesProvider above it')
  return scopes
}

/** Registers commands while the component is mounted: for keys, help and palette. */
export function useCommands(offer: readonly CommandScope[], source: CommandSource = 'screen'): void {
  const scopes = useCommandScopes()
  const latest = useRef(offer)
  useEffect(() => {
    latest.current = offer
  })
  useEffect(() => scopes.add(source, latest), [scopes, source])
}
