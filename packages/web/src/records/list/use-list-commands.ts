import type { RefObject } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { useCommands } from '../../keys/command-scopes.ts'
import { useRecords } from '../records-context.ts'

interface Actions {
  add: (() => void) | undefined
  reload: () => void
  search: RefObject<HTMLInputElement | null>
}

/** What keys and palette do on a list. */
export function useListCommands({ add, reload, search }: Actions): void {
  const t = useTranslate()
  const { screen } = useRecords()
  useCommands([
    {
      title: t(screen.title),
      commands: [
        ...(add ? [{ id: 'add', name: t('Add a record'), key: 'n', run: add }] : []),
        { id: 'reload', name: t('Refresh'), key: 'r', run: reload },
        { id: 'search', name: t('Search the list'), key: '/', run: () => search.current?.focus() },
      ],
    },
  ])
}
