import { useState } from 'react'
import { Text } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { editText } from '../view/edit-text.ts'
import { useKeys } from '../view/keyboard.ts'

/** The search, and the number of cards it hides (BOARD-05, KDS-18). */
export function SearchLine({
  active,
  hidden,
  onDone,
  onQuit,
}: {
  active: boolean
  hidden: number
  onDone: () => void
  onQuit: () => void
}) {
  const { board } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const search = useSelected(board.store, (state) => state.search)
  // Typing replaces the search that was there when the line was opened; deleting edits it.
  const [isEdited, setEdited] = useState(false)
  if (!active && isEdited) setEdited(false)
  useKeys(
    'search',
    (command) => {
      if (command === 'quit') return onQuit()
      if (command === 'back') board.setSearch('')
      onDone()
    },
    {
      active,
      onText(more, kind) {
        const replaced = kind === 'text' && !isEdited ? '' : board.store.getState().search
        setEdited(true)
        board.setSearch(editText(replaced, more, kind))
      },
    },
  )
  return (
    <Text wrap="truncate">
      <Text {...theme.style('accent')} bold>
        {' /'}
      </Text>
      <Text inverse={active && !isEdited}>{search}</Text>
      {active && <Text inverse> </Text>}
      {hidden > 0 && <Text {...theme.style('warning')}>{`  ${t('%1 hidden by search', [hidden])}`}</Text>}
    </Text>
  )
}
