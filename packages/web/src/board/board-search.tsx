import { Box, chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { orderByNumber, selectColumns } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { useBoardView } from './board-context.ts'
import { CARD_LINK } from './card-focus.ts'

/** Milliseconds between the last keystroke and the search (BOARD-20). */
const DEBOUNCE = 200

const write = (field: HTMLInputElement | null, text: string): void => {
  if (field) field.value = text
}

interface Props {
  hidden: number
  field: RefObject<HTMLInputElement | null>
}

/** The board's search field, with the number of orders it hides (BOARD-05, BOARD-18 to 20, KDS-18). */
export function BoardSearch({ hidden, field }: Props) {
  const t = useTranslate()
  const { board, ports } = useCore()
  const { focus } = useBoardView()
  const search = useSelected(board.store, (state) => state.search)
  const cancel = useRef<() => void>(undefined)
  const own = useRef(search)
  const find = (text: string): void => {
    cancel.current?.()
    own.current = text
    board.setSearch(text)
  }
  // Only for changes from elsewhere, such as Back; typing may have continued.
  useEffect(() => {
    if (search === own.current) return
    cancel.current?.()
    own.current = search
    write(field.current, search)
  }, [search, field])
  useEffect(() => () => cancel.current?.(), [])
  const type = (text: string): void => {
    cancel.current?.()
    cancel.current = ports.clock.after(DEBOUNCE, () => find(text))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { value } = event.currentTarget
    if (event.key === 'Escape') {
      if (value === '') event.currentTarget.blur()
      else clear()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      find(value)
      // The board renders the results first.
      requestAnimationFrame(() => {
        const numbered = orderByNumber(selectColumns(board.store.getState(), board.bounds()).columns, value)
        if (numbered !== undefined) focus.go(numbered)
        else document.querySelector<HTMLElement>(`[data-testid=board] ${CARD_LINK}`)?.focus()
      })
    }
  }
  const clear = (): void => {
    write(field.current, '')
    find('')
    field.current?.focus()
  }
  return (
    <>
      <Box position="relative" order={{ base: 1, md: 0 }} flex={{ base: '1 0 100%', md: '1 1 160px' }} maxW={{ md: '240px' }}>
        <Box position="absolute" insetInlineStart="2.5" top="2" color="fg.muted" pointerEvents="none">
          <Icon name="search" />
        </Box>
        <Input
          ref={field}
          type="search"
          ps="8"
          // Uncontrolled: typing re-renders nothing, so letters appear at once however many orders there are.
          defaultValue={search}
          placeholder={t('Name, phone, address, dish or number')}
          aria-label={t('Search orders')}
          {...guideTarget('boardSearch')}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </Box>
      {hidden > 0 && (
        <chakra.span order={{ base: 1, md: 0 }} fontSize="sm" color="warning" role="status" data-testid="hidden">
          {t('%1 hidden by search', [hidden])}{' '}
          <chakra.button type="button" color="accent" textDecoration="underline" cursor="pointer" minH="6" onClick={clear}>
            {t('Show all')}
          </chakra.button>
        </chakra.span>
      )}
    </>
  )
}
