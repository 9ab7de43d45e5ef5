import { createContext, useContext } from 'react'
import type { HelpTopic, Target } from '@tiffin/core/help'

/** Help of the console: a panel, and controls that it points at. */
export interface Help {
  isOpen: boolean
  /** The topic that the user chose; undefined for that of the page. */
  topic: HelpTopic | undefined
  /** Without a topic, that of the page. */
  open(topic?: HelpTopic): void
  close(): void
  startTour(): void
  /** Opens the page of a control and points at it. */
  showTarget(target: Target): void
}

const Context = createContext<Help | null>(null)
export const HelpProvider = Context.Provider

export function useHelp(): Help {
  const help = useContext(Context)
  if (help === null) throw new Error('No help around this component')
  return help
}
