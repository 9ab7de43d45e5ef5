import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { lazyComponent } from '../lazy-component.ts'
import { Icon } from '../ui/icon.tsx'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import type { Entry } from './find-entries.ts'
import type { ResultKey } from './palette-results.tsx'

const PaletteResults = lazyComponent(async () => (await import('./palette-results.tsx')).PaletteResults)

interface Props {
  /** The element that had the focus before; commands apply to it. */
  before: Element
  onClose: () => void
}

const isResultKey = (key: string): key is ResultKey => ['ArrowDown', 'ArrowUp', 'Enter'].includes(key)

/**
 * Finds every page, every action of the current one, orders by number and records by name (UX: Ctrl/Cmd+K). The field
 * appears at once; keys pressed before there are results wait for them.
 */
export function Palette({ before, onClose }: Props) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const id = useId()
  /** The option that Enter runs; null if there are none, undefined until the code has loaded. */
  const [active, setActive] = useState<string | null>()
  const loaded = active !== undefined
  const ran = useRef(false)
  const [keys, setKeys] = useState<readonly ResultKey[]>([])

  const run = (entry: Entry): void => {
    ran.current = true
    onClose()
    // The dialog returns the focus first, so that a view opened by the command can take it.
    setTimeout(() => entry.run({ digit: 0, target: before.isConnected ? before : document.body }))
  }
  const removeKey = useCallback(() => setKeys((waiting) => waiting.slice(1)), [])
  const hear = (event: KeyboardEvent): void => {
    const { key } = event
    if (!isResultKey(key)) return
    event.preventDefault()
    setKeys((waiting) => [...waiting, key])
  }
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      // Its field is focused before the dialog can see where the focus was. If a command opened something, that keeps
      // the focus.
      finalFocusEl={() => (before instanceof HTMLElement && !ran.current ? before : null)}
      // A drawer that is still closing returns the focus to the page.
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
                aria-expanded={loaded}
                aria-controls={loaded ? `${id}-list` : undefined}
                aria-activedescendant={active ?? undefined}
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
                  setKeys([])
                }}
                onKeyDown={hear}
              />
            </Box>
            <LazyBoundary onFail={onClose}>
              <PaletteResults
                id={id}
                text={text}
                before={before}
                go={(path) => void navigate(path)}
                onRun={run}
                onActive={setActive}
                keys={keys}
                onKeyTaken={removeKey}
              />
            </LazyBoundary>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
