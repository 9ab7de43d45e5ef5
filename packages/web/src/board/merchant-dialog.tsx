import { Box, chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Access, useMerchantChoice } from './merchant-choice.tsx'

/** Chooses merchants if there are too many for a menu: search by typing, arrow keys to navigate. */
export function MerchantDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { merchants, all, chooseAll, toggle } = useMerchantChoice()
  const [search, setSearch] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const needle = search.trim().toLocaleLowerCase()
  const shown = merchants.filter(({ name }) => name.toLocaleLowerCase().includes(needle))

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(fields.current?.querySelectorAll('input') ?? [])]
    all[all.indexOf(document.activeElement as HTMLInputElement) + step]?.focus()
  }
  function chooseFirst(event: KeyboardEvent): void {
    const [first] = shown
    if (event.key !== 'Enter' || !first || needle === '') return
    event.preventDefault()
    toggle(first.id, !first.on)
    ;(event.target as HTMLInputElement).select()
  }
  return (
    <AskDialog
      title={t('Merchants')}
      testId="merchant-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Box ref={fields} onKeyDown={press}>
        <Input
          type="search"
          data-autofocus
          value={search}
          placeholder={t('Search by name')}
          aria-label={t('Search merchants')}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={chooseFirst}
        />
        <Box as="ul" listStyleType="none" mt="2" h="50dvh" overflowY="auto">
          {needle === '' && (
            <Row on={all} onToggle={chooseAll}>
              {t('All merchants')}
            </Row>
          )}
          {shown.map(({ id, name, on, level }) => (
            <Row key={id} on={on} onToggle={(now) => toggle(id, now)} after={<Access level={level} />}>
              {name}
            </Row>
          ))}
        </Box>
        <Box color="fg.muted" px="2" role="status">
          {shown.length === 0 && t('No results')}
        </Box>
      </Box>
    </AskDialog>
  )
}

interface RowProps {
  on: boolean
  onToggle: (on: boolean) => void
  children: string
  after?: ReactNode
}

const Row = ({ on, onToggle, children, after }: RowProps) => (
  <li>
    <chakra.label
      display="flex"
      alignItems="center"
      gap="2"
      minH="9"
      px="2"
      borderRadius="l2"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
    >
      <chakra.input
        type="checkbox"
        w="4"
        h="4"
        flexShrink={0}
        accentColor="accent.solid"
        checked={on}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <Box as="bdi" flex="1" truncate>
        {children}
      </Box>
      {after}
    </chakra.label>
  </li>
)
