import { Box, Combobox, createListCollection } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { entities, type Condition, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { languageName } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { type ActingCompany, modeOf, readRows, type Row, rowDetail, rowDetails, rowTitle, titleField } from '@tiffin/core/screens'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'

/** Default number of rows offered at once (LIST-14). */
const OFFERED = 10
/** Milliseconds between the last keystroke and the choices (LIST-16, AMB-071). */
const OPEN_DELAY = 600

export interface RecordSelectProps {
  to: EntityName
  value: number | null
  onChange: (id: number | null) => void
  company: ActingCompany
  /** A condition that offered rows must meet. */
  where?: readonly Condition[]
  /** Number of rows offered at once. */
  max?: number
  clearable?: boolean
  disabled?: boolean
  placeholder?: string
  control: Record<string, unknown>
  /** Stays empty after a choice, for choosing another. */
  adds?: boolean
  /** Shown before the chosen row's title, where no label is visible. */
  named?: string
}

/** Chooses a row of another table by typing. */
export function RecordSelect({
  to,
  value,
  onChange,
  company,
  where = [],
  max = OFFERED,
  placeholder,
  control,
  adds = false,
  named = '',
  ...rest
}: RecordSelectProps) {
  const t = useTranslate()
  const { client, ports } = useCore()
  const { lang, screen } = useRecords()
  const entity: Entity = entities[to]
  // Merchants that the screen does not show are not offered either (PERM-14).
  const mode = modeOf(screen)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const cancel = useRef<() => void>(() => {})

  const preset = useQuery({
    queryKey: ['option', to, company, value],
    enabled: value !== null && !adds,
    // Loads the row of an existing value (LIST-15).
    queryFn: ({ signal }) =>
      readRows(client, { table: to, search: [{ key: entity.key, prm: value }], limit: [0, 1] }, { company, signal }),
    staleTime: 60_000,
  })
  const offered = useQuery({
    queryKey: ['options', to, mode, company, where, asked],
    enabled: open,
    queryFn: ({ signal }) =>
      readRows(
        client,
        {
          table: to,
          ...mode,
          search: [...where, ...(asked === '' || !entity.search ? [] : [{ text: asked }])],
          order: [{ field: titleField(to) }],
          limit: [0, max],
        },
        { company, signal },
      ),
    placeholderData: keepPreviousData,
  })
  const chosen = value === null || adds ? undefined : preset.data?.[0]
  const prefix = named && `${named}: `
  const title = value === null || adds ? '' : `${prefix}${rowTitle(chosen, lang) || String(value)}`
  const resolving = preset.isFetching
  // A choice may be declined, which leaves the previous value.
  const [choices, setChoices] = useState(0)
  // An empty box would look as if nothing were chosen.
  const hint = resolving && title !== '' && preset.data === undefined ? t('Loading…') : placeholder
  useEffect(() => {
    if (!resolving) setTyped(title)
  }, [title, resolving, choices])

  const options = useMemo(() => {
    const rows = offered.data ?? []
    const details = rowDetails(rows, entity.key, lang)
    return rows.map((row, at) => ({
      value: String(row[entity.key] as number),
      label: rowTitle(row, lang) || String(row[entity.key] as number),
      detail: withLanguage(row, details[at] ?? '', lang),
    }))
  }, [offered.data, entity.key, lang])
  const collection = useMemo(() => createListCollection({ items: options }), [options])

  // The combobox does not update its input once the user has typed.
  useLayoutEffect(() => {
    if (box.current && box.current.value !== typed) box.current.value = typed
  }, [typed])

  function search(text: string): void {
    setTyped(text)
    cancel.current()
    cancel.current = ports.clock.after(OPEN_DELAY, () => {
      setAsked(text.replace(prefix, '').trim())
      setOpen(true)
    })
  }
  function toggle(next: boolean, reason: string | undefined): void {
    // Typing opens the list automatically, a while after the last keystroke.
    if (next && reason === 'input-change') return
    if (next && !open) setAsked('')
    if (!next) cancel.current()
    setOpen(next)
    if (!next) setTyped(title)
  }
  return (
    <Combobox.Root
      collection={collection}
      open={open}
      onOpenChange={({ open: next, reason }) => toggle(next, reason)}
      inputValue={typed}
      onInputValueChange={({ inputValue, reason }) => reason === 'input-change' && search(inputValue)}
      value={value === null || adds ? [] : [String(value)]}
      onValueChange={({ value: [id] }) => {
        if (id === undefined) return
        setOpen(false)
        setTyped(adds ? '' : (options.find((option) => option.value === id)?.label ?? typed))
        onChange(Number(id))
        setChoices(choices + 1)
      }}
      selectionBehavior={adds ? 'clear' : 'replace'}
      lazyMount
      unmountOnExit
      openOnClick
      disabled={rest.disabled ?? false}
      positioning={{ strategy: 'fixed', sameWidth: true }}
      position="relative"
      w="full"
    >
      <Combobox.Control position="relative">
        <Combobox.Input asChild>
          <Input ref={box} pe="8" placeholder={hint} {...control} />
        </Combobox.Input>
        {rest.clearable && value !== null && !rest.disabled ? (
          <Button
            variant="ghost"
            size="sm"
            px="1"
            position="absolute"
            insetInlineEnd="1"
            top="0.5"
            color="fg.muted"
            aria-label={t('Clear')}
            onClick={() => onChange(null)}
          >
            <Icon name="close" size={14} />
          </Button>
        ) : (
          <Box position="absolute" insetInlineEnd="2.5" top="2.5" color="fg.muted" pointerEvents="none">
            <Icon name="down" size={14} />
          </Box>
        )}
      </Combobox.Control>
      {chosen && (
        <Box mt="1" color="fg.muted" fontSize="sm" data-testid="chosen-detail">
          {withLanguage(chosen, rowDetail(chosen, lang), lang)}
        </Box>
      )}
      <Combobox.Positioner zIndex="popover">
        <Combobox.Content css={contentStyles}>
          {options.map((option) => (
            <Combobox.Item key={option.value} item={option} css={itemStyles}>
              <Combobox.ItemText>{option.label}</Combobox.ItemText>
              {option.detail && (
                <Box as="span" ms="2" color="fg.muted" fontSize="sm">
                  {option.detail}
                </Box>
              )}
            </Combobox.Item>
          ))}
          {options.length === 0 && (
            <Box px="2" py="1.5" color="fg.muted">
              {offered.isFetching ? t('Loading…') : t('No results')}
            </Box>
          )}
        </Combobox.Content>
      </Combobox.Positioner>
    </Combobox.Root>
  )
}

/** The detail that distinguishes a row, and the language of messages to a customer. */
const withLanguage = (row: Row, detail: string, lang: string): string => {
  const code = row['lang']
  return formatList([detail, typeof code === 'string' && code !== '' ? (languageName(code, lang) ?? code) : ''], lang)
}

const contentStyles = {
  maxH: '320px',
  overflowY: 'auto',
  p: '1',
  bg: 'bg.panel',
  borderRadius: 'l3',
  boxShadow: 'float',
  outline: 'none',
  zIndex: 'popover',
} as const
const itemStyles = {
  minH: '8',
  px: '2',
  py: '1',
  borderRadius: 'l2',
  cursor: 'pointer',
  _highlighted: { bg: 'bg.muted' },
  '&[data-state=checked]': { fontWeight: 'semibold' },
} as const
