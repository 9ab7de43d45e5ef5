import type { RefObject } from 'react'
import type { Translate } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { type CommandScope, useCommands } from '../../keys/command-scopes.ts'
import { useRecords } from '../records-context.ts'

interface Actions {
  add: (() => void) | undefined
  reload: () => void
  exportAll: () => void
  showCommands: () => void
  search: RefObject<HTMLInputElement | null>
}

/** Commands of a list for keys and palette; nested lists have none. */
export function useListCommands(actions: Actions | null): void {
  const t = useTranslate()
  const { screen } = useRecords()
  useCommands(actions ? [{ title: t(screen.title), commands: commandsOf(actions, t) }] : [])
}

const commandsOf = ({ add, reload, exportAll, showCommands, search }: Actions, t: Translate): CommandScope['commands'] => [
  ...(add ? [{ id: 'add', name: t('Add record'), key: 'n', run: add }] : []),
  { id: 'reload', name: t('Refresh'), key: 'r', run: reload },
  { id: 'export', name: t('Export'), icon: 'download' as const, run: exportAll },
  {
    id: 'command',
    name: `${t('Copy as command')}…`,
    icon: 'terminal' as const,
    words: t('command line, terminal, script'),
    run: showCommands,
  },
  { id: 'search', name: t('Search list'), key: '/', run: () => search.current?.focus() },
]
