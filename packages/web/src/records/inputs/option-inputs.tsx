import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  entities,
  type EntityName,
  type Multilang,
  type TariffOption,
  type TariffOptionEntry,
  tariffOptions,
} from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { fieldName, optionParts, readRows, rowTitle } from '@tiffin/core/screens'
import { Button, Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { type InputProps, partProps } from './input-props.ts'
import { MultilangInput } from './multilang-input.tsx'
import { SubField } from './sub-field.tsx'
import { useCompanyOf } from './reference-inputs.tsx'

const bits = ['enable', 'free', 'show'] as const

/** The options included in a tariff (TARIFF-07, TARIFF-08). */
export function TariffOptionsInput(props: InputProps) {
  const { field: declared, value, disabled, invalid, onChange } = props
  const t = useTranslate()
  const entries = (value ?? []) as TariffOptionEntry[]
  const heads = { enable: t(optionParts.enable), free: t(optionParts.free), show: t(optionParts.show) }
  const options = tariffOptions.map((field) => ({ field, label: fieldName(entities.company, field, t) }))
  const entryOf = (field: TariffOption): TariffOptionEntry =>
    entries.find((entry) => entry.field === field) ?? { field, free: 0, enable: 0, show: 0, value: '', description: {} }
  const issues = invalid ? (declared.schema.safeParse(value).error?.issues ?? []) : []
  const isWrong = (field: TariffOption, part: keyof TariffOptionEntry): boolean =>
    issues.some(({ path: [at, name] }) => name === part && entries[Number(at)]?.field === field)
  const set = (field: TariffOption, change: Partial<TariffOptionEntry>): void =>
    onChange([...entries.filter((entry) => entry.field !== field), { ...entryOf(field), ...change }])
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('Options')}>
      <chakra.table w="full" css={{ '& th, & td': { px: '2', py: '1', textAlign: 'start', fontWeight: 'normal' } }}>
        <thead>
          <tr>
            <th scope="col">{t('Option')}</th>
            {bits.map((bit) => (
              <th key={bit} scope="col">
                {heads[bit]}
              </th>
            ))}
            <th scope="col">{t(optionParts.value)}</th>
            <th scope="col">{t(optionParts.description)}</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ field, label }) => (
            <tr key={field} data-testid={`option-${field}`}>
              <th scope="row">{label}</th>
              {bits.map((bit) => (
                <td key={bit}>
                  <input
                    type="checkbox"
                    disabled={disabled}
                    aria-label={`${label}: ${heads[bit]}`}
                    checked={entryOf(field)[bit] === 1}
                    onChange={(event) => set(field, { [bit]: event.target.checked ? 1 : 0 })}
                  />
                </td>
              ))}
              <td>
                <Input
                  h="7"
                  w="28"
                  dir="ltr"
                  inputMode="decimal"
                  aria-label={t('Value of %1', [label])}
                  {...partProps(props, isWrong(field, 'value'))}
                  id={`${props.id}-${field}-value`}
                  value={entryOf(field).value}
                  onChange={(event) => set(field, { value: event.target.value.replace(',', '.').trim() })}
                />
              </td>
              <td>
                <MultilangInput
                  {...props}
                  id={`${props.id}-${field}`}
                  invalid={isWrong(field, 'description')}
                  label={t('%1: description', [label])}
                  value={entryOf(field).description}
                  onChange={(description) => set(field, { description: description as Multilang })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

/** The settings required by the chosen payment system; their values can be written but not read (PAY-07, AMB-020). */
export function FieldMapInput({ value, row, disabled, onChange }: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const system = row['pay_system']
  const read = useQuery({
    queryKey: ['pay_system', system],
    enabled: typeof system === 'number',
    queryFn: ({ signal }) =>
      readRows(
        client,
        { table: 'pay_system', search: [{ key: 'pay_system_id', prm: system as number }], limit: [0, 1] },
        { company: undefined, signal },
      ),
  })
  if (typeof system !== 'number') return <Box color="fg.muted">{t('Choose a payment system first')}</Box>
  const map = (read.data?.[0]?.['field'] ?? {}) as Record<string, string>
  const names = Object.entries(map)
  if (names.length === 0)
    return <Box color="fg.muted">{read.isLoading ? t('Loading…') : t('This payment system has no settings')}</Box>
  const [typed = {}] = (value ?? []) as Record<string, string>[]
  // Values exist only for the stored payment system; another one starts empty.
  const stored = row['pay_system_obj'] as { pay_system_id?: number } | null | undefined
  const filled = stored?.pay_system_id === system ? ((row['pay_system_filled'] ?? []) as string[]) : []
  /** Missing values stay unchanged; an emptied input counts as missing. */
  const set = (name: string, text: string | undefined): void => {
    const { [name]: _before, ...others } = typed
    const given = text === undefined ? others : { ...others, [name]: text }
    onChange(Object.keys(given).length > 0 ? [given] : undefined)
  }
  return (
    <Box display="grid" gap="3" maxW="480px">
      {names.map(([name, label]) => (
        <Box key={name} display="flex" gap="2" alignItems="end">
          <Box flex="1">
            <SubField label={label || name}>
              <Input
                dir="ltr"
                disabled={disabled}
                autoComplete="off"
                placeholder={
                  filled.includes(name) ? t(typed[name] === '' ? 'Will be cleared' : 'Already set. Type to replace.') : undefined
                }
                value={typed[name] ?? ''}
                onChange={(event) => set(name, event.target.value || undefined)}
              />
            </SubField>
          </Box>
          {filled.includes(name) && typed[name] !== '' && !disabled && (
            <Button aria-label={t('Clear: %1', [label || name])} onClick={() => set(name, '')}>
              {t('Clear')}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}

/**
 * A clicked entry leaves its list, so the focus goes to its neighbour or the list; otherwise the form's keys would stop
 * working.
 */
function focusBeside(button: HTMLElement): void {
  const entry = button.closest('li')
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling
  const target = beside?.querySelector('button') ?? entry?.parentElement
  target?.focus()
}

/** A selection from a short list, with the chosen entries in order on the right: next statuses, or steps of a path. */
export function TransferInput({ value, field, row, disabled, label, onChange }: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { lang, screen } = useRecords()
  const id = useId()
  const company = useCompanyOf(row)
  const to = field.to as EntityName
  const { key, sort } = entities[to] as { key: string; sort?: string }
  const chosen = (value ?? []) as number[]
  const read = useQuery({
    queryKey: ['transfer', to, company, row['company']],
    queryFn: ({ signal }) =>
      readRows(
        client,
        {
          table: to,
          search: typeof row['company'] === 'number' ? [{ key: 'company', prm: row['company'] }] : [],
          order: [{ field: sort ?? key }],
          limit: [0, 500],
        },
        { company, signal },
      ),
  })
  // Never the status itself (REF-06).
  const own = to === screen.entity.name ? row[key] : undefined
  const rows = (read.data ?? []).filter((item) => item[key] !== own)
  const titleOf = (entry: number): string =>
    rowTitle(
      rows.find((found) => found[key] === entry),
      lang,
    ) || String(entry)
  const lists = [
    {
      name: t('Available'),
      ids: rows.map((candidate) => Number(candidate[key])).filter((one) => !chosen.includes(one)),
      add: true,
    },
    { name: t('Selected'), ids: chosen, add: false },
  ]
  return (
    <Box display="grid" gridTemplateColumns="1fr 1fr" gap="3">
      {lists.map(({ name, ids, add }) => (
        <Box key={name}>
          <Box id={`${id}-${String(add)}`} fontSize="sm" color="fg.muted" mb="1">
            {name} ({ids.length})
          </Box>
          <Box
            as="ul"
            tabIndex={-1}
            listStyleType="none"
            borderWidth="1px"
            borderRadius="l2"
            minH="20"
            maxH="240px"
            overflowY="auto"
            p="1"
            aria-label={`${label}: ${name}`}
          >
            {ids.map((one) => (
              <li key={one}>
                <Button
                  variant="ghost"
                  size="sm"
                  w="full"
                  justifyContent="space-between"
                  disabled={disabled}
                  onClick={(event) => {
                    focusBeside(event.currentTarget)
                    onChange(add ? [...chosen, one] : chosen.filter((other) => other !== one))
                  }}
                >
                  {titleOf(one)}
                  <span aria-hidden="true">{add ? '+' : '×'}</span>
                </Button>
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
