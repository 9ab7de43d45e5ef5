import { Box, chakra } from '@chakra-ui/react'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Icon } from '../ui/icon.tsx'
import type { Entry } from './find-entries.ts'
import { KeyCaps } from './key-caps.tsx'
import { useSections } from './use-sections.ts'

/** Keys of the field that control the results. */
export type ResultKey = 'ArrowDown' | 'ArrowUp' | 'Enter'

interface Props {
  /** Id prefix of the list and its options. */
  id: string
  text: string
  before: Element
  go: (path: string) => void
  onRun: (entry: Entry) => void
  /** Called with the id of the option that Enter runs; null if there are none. */
  onActive: (id: string | null) => void
  /** Pressed keys not handled yet. */
  keys: readonly ResultKey[]
  /** Removes the first of them. */
  onKeyTaken: () => void
}

/** The palette's results for a text. */
export function PaletteResults({ id, text, before, go, onRun, onActive, keys, onKeyTaken }: Props) {
  const t = useTranslate()
  const { sections, busy } = useSections(text, before, go)
  const entries = sections.flatMap((section) => section.entries)
  const [chosen, setChosen] = useState({ text, at: 0 })
  const optionId = (index: number): string => `${id}-${index}`
  // A new text starts at its first entry.
  const current = Math.min(chosen.text === text ? chosen.at : 0, entries.length - 1)
  const list = useRef<HTMLDivElement>(null)
  const choose = (at: number): void => setChosen({ text, at })
  const active = current < 0 ? null : optionId(current)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    onActive(active)
  }, [active, onActive])

  const press = useEffectEvent((key: ResultKey): void => {
    onKeyTaken()
    const entry = entries[current]
    if (!entry) return
    if (key === 'Enter') onRun(entry)
    else choose((current + (key === 'ArrowDown' ? 1 : -1) + entries.length) % entries.length)
  })
  // Handles one key per render, since each starts where the previous one led. Keys wait while nothing is found yet.
  const isReady = entries.length > 0 || !busy
  useEffect(() => {
    const [key] = keys
    if (key !== undefined && isReady) press(key)
  }, [keys, isReady])
  return (
    <>
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
                onRun={() => onRun(entry)}
                onPoint={() => choose(entries.indexOf(entry))}
              />
            ))}
          </Box>
        ))}
      </Box>
      <Box px="3" py="2" fontSize="sm" color="fg.muted" role="status" hidden={entries.length > 0 || busy}>
        {entries.length === 0 && !busy && t('Nothing matches "%1"', [text])}
      </Box>
    </>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  chosen: boolean
  onRun: () => void
  onPoint: () => void
}

/** Entries with an address are links, so that they can be opened in a new tab. */
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
        {entry.detail && (
          <Box as="span" color="fg.muted">
            {' · '}
            <bdi>{entry.detail}</bdi>
          </Box>
        )}
      </Box>
      {entry.key && <KeyCaps keys={entry.key} />}
    </chakra.a>
  )
}
