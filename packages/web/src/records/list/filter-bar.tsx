import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { entities, type EntityName, type Field } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { can, type DayPeriod, quickPeriods } from '@tiffin/core/rules'
import {
  fieldName,
  type Filter,
  filterName,
  initialFilter,
  inputOf,
  type ListState,
  NO_FILTER,
  readPeriod,
  type Screen,
  searchableField,
  spansCompanies,
  STATE,
  valueName,
} from '@tiffin/core/screens'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { useLookup } from '../use-lookup.ts'
import { RecordSelect } from '../inputs/record-select.tsx'
import { useRecords } from '../records-context.ts'
import { useDebouncedText } from './use-debounced-text.ts'

interface Props {
  filters: ListState['filters']
  onChange: (filters: ListState['filters'], options: { replace: boolean }) => void
}

const companyFilter: Filter = { field: 'company' }

/** The filters of a screen; across companies, the company comes first (LIST-08). */
export function FilterBar({ filters, onChange }: Props) {
  const { screen, actor, area, today, user } = useRecords()
  /** A choice among rows that the reader may not see, such as couriers without that option, would be empty. */
  const mayChoose = (filter: Filter): boolean => {
    const to = 'name' in filter ? undefined : searchableField(screen.entity, filter.field)?.to
    return to === undefined || !(to in entities) || can(actor, 'read', entities[to as EntityName]).allowed
  }
  const spans = spansCompanies(screen, area)
  const chosenCompany = area === 'company' || filters['company'] !== undefined
  const shown: Filter[] = [
    ...(spans ? [companyFilter] : []),
    // State filters are shown below, with counts.
    ...screen.filters.filter(
      (filter) =>
        filterName(filter) !== STATE &&
        (!('afterCompany' in filter) || chosenCompany) &&
        (!('onPlatform' in filter) || (spans && user.role === 1)) &&
        mayChoose(filter),
    ),
  ]
  if (shown.length === 0) return null
  const set = (name: string, value: string): void => {
    const { [name]: _before, ...rest } = filters
    // Filters of one company do not apply to another.
    const others = name === 'company' ? withoutThoseOf(screen, rest) : rest
    // Typing a letter is not a step for Back.
    const replace = isTyped(searchableField(screen.entity, name))
    onChange(value === '' ? others : { ...others, [name]: value }, { replace })
  }
  return (
    <Folded filters={filters}>
      {shown.map((filter) => {
        const name = filterName(filter)
        const value = filters[name] ?? initialFilter(filter, today())
        const starts = initialFilter(filter, today()) !== ''
        return (
          <FilterInput
            key={name}
            filter={filter}
            value={value === NO_FILTER ? '' : value}
            company={filters['company']}
            onChange={(next) => set(name, next === '' && starts ? NO_FILTER : next)}
          />
        )
      })}
    </Folded>
  )
}

/** Filters with a text box. */
const isTyped = (field: Field | undefined): boolean => field?.kind === 'text' || field?.kind === 'id'

const NARROW = '@media (max-width: 800px)'

/** Narrow windows hide many filters behind a button that shows how many are set (REPORT-12). */
function Folded({ filters, children }: { filters: ListState['filters']; children: ReactNode }) {
  const t = useTranslate()
  const { screen } = useRecords()
  const [open, setOpen] = useState(false)
  if (!screen.folds) return children
  const chosen = Object.values(filters).filter((value) => value !== NO_FILTER).length
  return (
    <>
      <Button css={{ display: 'none', [NARROW]: { display: 'inline-flex' } }} aria-expanded={open} onClick={() => setOpen(!open)}>
        {chosen > 0 ? t('Filters: %1', [chosen]) : t('Filters')}
      </Button>
      <Box display="flex" flexWrap="wrap" gap="2" css={open ? {} : { [NARROW]: { display: 'none' } }}>
        {children}
      </Box>
    </>
  )
}

const withoutThoseOf = (screen: Screen, filters: ListState['filters']): ListState['filters'] => {
  const waiting = screen.filters.filter((filter) => 'afterCompany' in filter).map(filterName)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !waiting.includes(name)))
}

interface InputProps {
  filter: Filter
  value: string
  /** The chosen company, if that is a filter. */
  company: string | undefined
  onChange: (value: string) => void
}

function FilterInput({ filter, value, company: chosen, onChange }: InputProps) {
  const t = useTranslate()
  const { screen, company: own } = useRecords()
  const company = chosen === undefined || filter === companyFilter ? own : Number(chosen)
  if ('name' in filter) {
    const options = filter.choices.map((choice) => ({ value: choice.value, label: t(choice.label) }))
    return <OptionFilter label={t(filter.label)} value={value} options={options} onChange={onChange} />
  }
  const field = searchableField(screen.entity, filter.field)
  const label = filter.label === undefined ? fieldName(screen.entity, filter.field, t) : t(filter.label)
  if (!field) return null
  if (field.kind === 'date' || field.kind === 'moment') return <PeriodFilter label={label} value={value} onChange={onChange} />
  if (inputOf(screen, filter.field, field) === 'lookup')
    return <LookupFilter to={field.to} label={label} value={value} onChange={onChange} />
  if (field.kind === 'reference')
    return (
      <Box w={{ base: 'full', sm: '48' }}>
        <RecordSelect
          to={field.to as EntityName}
          value={value === '' ? null : Number(value)}
          company={company}
          {...(screen.offers[filter.field] ? { where: screen.offers[filter.field] } : {})}
          {...(filter.offered ? { max: filter.offered } : {})}
          clearable
          placeholder={label}
          named={label}
          control={{ 'aria-label': label }}
          onChange={(id) => onChange(id === null ? '' : String(id))}
        />
      </Box>
    )
  if (isTyped(field))
    return <TextFilter label={label} value={value} digits={field.kind === 'id'} delay={screen.typingDelay} onChange={onChange} />
  const values = field.kind === 'flag' ? [1, 0] : (field.values ?? [])
  const nameOf = (other: string | number): string =>
    field.kind === 'flag' ? t(other === 1 ? 'Yes' : 'No') : valueName(screen.entity, filter.field, other, t)
  const options = values.map((item) => ({ value: String(item), label: nameOf(item) }))
  return <OptionFilter label={label} value={value} options={options} onChange={onChange} />
}

interface TextProps extends Omit<OptionProps, 'options'> {
  /** A record's number, which has only digits. */
  digits: boolean
  delay: number | undefined
}

function TextFilter({ label, value, digits, delay, onChange }: TextProps) {
  const typed = useDebouncedText(value, onChange, delay)
  return (
    <Input
      w={digits ? '28' : '40'}
      aria-label={label}
      placeholder={label}
      maxLength={digits ? 15 : 200}
      inputMode={digits ? 'numeric' : 'text'}
      {...typed}
      onChange={(event) => {
        if (digits) event.target.value = event.target.value.replaceAll(/\D/g, '')
        typed.onChange(event)
      }}
    />
  )
}

function LookupFilter({
  to,
  ...rest
}: {
  to: string | undefined
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const rows = useLookup(to)
  return <OptionFilter {...rest} options={rows.map(({ id, title }) => ({ value: String(id), label: title }))} />
}

interface OptionProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

const OptionFilter = ({ label, value, options, onChange }: OptionProps) => {
  const t = useTranslate()
  return (
    <NativeSelect
      w="auto"
      maxW="48"
      aria-label={label}
      color={value === '' ? 'fg.muted' : 'fg'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{`${label}: ${t('All')}`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {named(label, option.label, option.value === value)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The chosen option includes the label, such as `Paid: Yes`: a filter has no other visible label. */
const named = (label: string, option: string, isChosen: boolean): string => (isChosen ? `${label}: ${option}` : option)

const CUSTOM = 'own'

/** A quick option or custom days (LIST-20, LIST-21). */
function PeriodFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTranslate()
  const { today } = useRecords()
  const [choosing, setChoosing] = useState(false)
  const quick = quickPeriods.find((name) => name === value)
  const period = readPeriod(value, today())
  const own = choosing || (period !== undefined && quick === undefined)
  const set = (part: Partial<DayPeriod>): void => {
    const next = { from: period?.from ?? part.to ?? '', to: period?.to ?? part.from ?? '', ...part }
    if (next.from !== '' && next.to !== '')
      onChange(next.from <= next.to ? `${next.from}..${next.to}` : `${next.to}..${next.from}`)
  }
  return (
    // On a phone the days are side by side below the choice.
    <chakra.span display="inline-flex" flexWrap="wrap" maxW="full" w={{ base: own ? 'full' : 'auto', sm: 'auto' }} gap="1">
      <NativeSelect
        w={{ base: own ? 'full' : 'auto', sm: 'auto' }}
        aria-label={label}
        color={value === '' ? 'fg.muted' : 'fg'}
        value={own ? CUSTOM : (quick ?? '')}
        onChange={(event) => {
          setChoosing(event.target.value === CUSTOM)
          if (event.target.value !== CUSTOM) onChange(event.target.value)
        }}
      >
        <option value="">{`${label}: ${t('Any time')}`}</option>
        {quickPeriods.map((name) => (
          <option key={name} value={name}>
            {named(label, t(name), !own && name === quick)}
          </option>
        ))}
        <option value={CUSTOM}>{named(label, t('Choose dates…'), own)}</option>
      </NativeSelect>
      {own && (
        <>
          <Input
            flex={{ base: '1', sm: 'none' }}
            w="auto"
            type="date"
            aria-label={`${label}: ${t('From')}`}
            value={period?.from ?? ''}
            onChange={(event) => set({ from: event.target.value })}
          />
          <Input
            flex={{ base: '1', sm: 'none' }}
            w="auto"
            type="date"
            aria-label={`${label}: ${t('To')}`}
            value={period?.to ?? ''}
            onChange={(event) => set({ to: event.target.value })}
          />
        </>
      )}
    </chakra.span>
  )
}
