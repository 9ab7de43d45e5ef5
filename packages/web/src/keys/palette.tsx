import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import type { Entry } from './find-entries.ts'
import { KeyCaps } from './key-caps.tsx'
import { useSections } from './use-sections.ts'

interface Props {
  /** What had the focus before; commands act on it. */
  before: Element
  onClose: () => void
}

/** Finds every page, every action of the current one, orders by number and records by name (UX: Ctrl/Cmd+K). */
export function Palette({ before, onClose }: Props) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const { sections, busy } = useSections(text, before, (path) => void navigate(path))
  const entries = sections.flatMap((section) => section.entries)
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const optionId = (index: number): string => `${id}-${index}`
  const current = Math.min(chosen, entries.length - 1)
  const list = useRef<HTMLDivElement>(null)
  const ran = useRef(false)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const run = (entry: Entry): void => {
    ran.current = true
    onClose()
    // The dialog gives the focus back first; what a command opens then takes it.
    setTimeout(() => entry.run({ digit: 0, target: before.isConnected ? before : document.body }))
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen((current + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const entry = entries[current]
      if (entry) run(entry)
    }
  }
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      // Its field takes the focus before the dialog could see where that was. What a command opens keeps it.
      finalFocusEl={() => (before instanceof HTMLElement && !ran.current ? before : null)}
      // A drawer that is still closing gives the focus back to the page.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner alignItems="start" pt="4" css={{ smd: { pt: '12vh' } }}>
          <Dialog.Content maxW="560px" maxH="70dvh" aria-label={t('Search everything')} data-testid="palette">
            <Box display="flex" alignItems="center" gap="2" px="3" borderBottomWidth="1px" color="fg.muted">
              <Icon name="search" />
              <chakra.input
                role="combobox"
                aria-expanded
                aria-controls={`${id}-list`}
                aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
                aria-label={t('Search everything')}
                placeholder={t('Pages, actions, orders by number, records by name')}
                autoComplete="off"
                spellCheck={false}
                autoFocus
                flex="1"
                h="12"
                minW="0"
                bg="transparent"
                color="fg"
                outline="none"
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  setChosen(0)
                }}
                onKeyDown={press}
              />
            </Box>
            <Box
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label={t('Search everything')}
              aria-busy={busy}
              flex="1"
              minH="0"
              overflowY="auto"
              p="1"
            >
              {sections.map(({ title, entries: own }) => (
                <Box key={title} role="group" aria-label={title}>
                  <Box aria-hidden px="2" pt="2" pb="1" fontSize="xs" fontWeight="medium" color="fg.muted">
                    {title}
                  </Box>
                  {own.map((entry) => (
                    <Option
                      key={entry.id}
                      id={optionId(entries.indexOf(entry))}
                      entry={entry}
                      chosen={entries[current] === entry}
                      onRun={() => run(entry)}
                      onPoint={() => setChosen(entries.indexOf(entry))}
                    />
                  ))}
                </Box>
              ))}
            </Box>
            <Box px="3" py="2" fontSize="sm" color="fg.muted" role="status" hidden={entries.length > 0 || busy}>
              {entries.length === 0 && !busy && t('Nothing matches “%1”', [text])}
            </Box>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  chosen: boolean
  onRun: () => void
  onPoint: () => void
}

/** Entries that lead somewhere are links, so that they open in a new tab as well. */
function Option({ id, entry, chosen, onRun, onPoint }: OptionProps) {
  const pick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onRun()
  }
  return (
    <chakra.a
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      {...(entry.href === undefined ? {} : { href: entry.href })}
      display="flex"
      alignItems="center"
      gap="2.5"
      minH="9"
      px="2"
      borderRadius="l2"
      color="fg"
      textDecoration="none"
      cursor="pointer"
      bg={chosen ? 'accent.subtle' : undefined}
      onClick={pick}
      onPointerMove={onPoint}
    >
      <Box as="span" color="fg.muted" display="flex">
        <Icon name={entry.icon ?? 'move'} />
      </Box>
      <Box as="span" flex="1" truncate>
        {entry.name}
      </Box>
      {entry.key && <KeyCaps keys={entry.key} />}
    </chakra.a>
  )
}
