import { Box, chakra, defineStyle, Tabs } from '@chakra-ui/react'
import { memo, type ReactNode, useId, useMemo } from 'react'
import { useTranslate } from '@tiffin/core/react'
import type { Field } from '@tiffin/sdk/contract'
import {
  fieldLabel,
  inputOf,
  type InputName,
  isSame,
  type Problem,
  type Row,
  type Screen,
  spansCompanies,
  type Tab,
} from '@tiffin/core/screens'
import { Icon } from '../../ui/icon.tsx'
import { inputs, isGroup, isWide } from '../inputs/input-map.ts'
import { actingFor, RecordsProvider, useInnerList, useRecords } from '../records-context.ts'
import type { OpenFields } from './open-fields.ts'
import type { EditorState } from './use-editor.ts'

/** What fields of a form need of it: their values, what is wrong with them, and which may be changed. */
export interface FieldsState extends Pick<EditorState, 'row' | 'problems' | 'set'> {
  open: Pick<OpenFields, 'writable' | 'closedByOption'>
}

interface Props {
  editor: EditorState
  tab: string | null
  onTab: (tab: string) => void
}

/** The fields of a record in its tabs. */
export function EditorForm({ editor, tab, onTab }: Props) {
  const t = useTranslate()
  const { screen, area } = useRecords()
  const { tabs } = editor.open
  if (editor.failed) return <Box py="4">{t('The record does not exist any more')}</Box>
  if (!editor.base) return <FormSkeleton />
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]
  if (!shown) return <Box py="4">{t('You have no right to do this')}</Box>
  const choosesCompany = editor.isNew && spansCompanies(screen, area)
  const company = choosesCompany && <FieldRow name="company" editor={editor} />
  if (tabs.length === 1)
    return (
      <Box role="tabpanel" pt="2">
        <FieldGrid>
          {company}
          <Fields tab={shown} editor={editor} />
        </FieldGrid>
      </Box>
    )
  return (
    <Tabs.Root
      value={partOf(shown)}
      onValueChange={({ value }) => onTab(tabs.find((one) => partOf(one) === value)?.name ?? value)}
      lazyMount
    >
      <Tabs.List display="flex" gap="1" borderBottomWidth="1px" mb="3" overflowX="auto">
        {tabs.map(({ name, fields }) => (
          <Tabs.Trigger key={name} value={partOf({ name })} css={tabStyles}>
            {t(name)}
            {fields.some((field) => editor.problems[field]) && (
              <chakra.span color="negative" display="inline-flex" role="img" aria-label={t('Something is not right here')}>
                <Icon name="alert" size={14} />
              </chakra.span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Content key={one.name} value={partOf(one)} outline="none">
          {one.list ? (
            <RecordsOf screen={one.list} row={editor.row} />
          ) : (
            <FieldGrid>
              {one === tabs[0] && company}
              <Fields tab={one} editor={editor} />
            </FieldGrid>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** The records of the company that is being edited. */
function RecordsOf({ screen, row }: { screen: Screen; row: Row }) {
  const view = useRecords()
  const innerList = useInnerList()
  const { company, company_id } = row
  // The same while somebody types: its rows are drawn anew for another one.
  const listed = useMemo(
    () => ({ ...view, screen, ...actingFor(view, { company, company_id }) }),
    [view, screen, company, company_id],
  )
  return <RecordsProvider value={listed}>{innerList}</RecordsProvider>
}

/** A tab's name as part of an id, which has no spaces. */
const partOf = ({ name }: Pick<Tab, 'name'>): string => name.replaceAll(' ', '-')

const tabStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  h: '9',
  px: '3',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  cursor: 'pointer',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  outlineOffset: '-2px',
  '&[aria-selected=true]': { color: 'fg', fontWeight: 'medium', borderColor: 'accent' },
} as const

/** Once for all fields: a style per element of each would cost more than its input. */
const fieldStyles = defineStyle({
  // Longer lines than that are not easier to fill in; the table of access has a column for each tab.
  maxW: '976px',
  '&:has(> [data-field=access])': { maxW: 'none' },
  '& .field': { minW: 0, '&[data-wide]': { gridColumn: { md: '1 / -1' } } },
  '& .field-name': { display: 'block', mb: '1', fontSize: 'sm', color: 'fg.muted' },
  '& .field-name span, & .field-problem': { color: 'negative' },
  '& .field-problem, & .field-closed': { mt: '1', fontSize: 'sm' },
  '& .field-closed': { color: 'fg.muted', display: 'flex', gap: '1', alignItems: 'center' },
})

/** Fields side by side where there is room. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
    columnGap="4"
    rowGap="3"
    alignItems="start"
    css={fieldStyles}
  >
    {children}
  </Box>
)

const Fields = ({ tab, editor }: { tab: Tab; editor: EditorState }) => (
  <>
    {tab.fields.map((name) => (
      <FieldRow key={name} name={name} editor={editor} />
    ))}
  </>
)

/** A field of the form that it stands in. */
export function FieldRow({ name, editor }: { name: string; editor: FieldsState }) {
  const { screen } = useRecords()
  const field = screen.entity.fields[name]
  if (!field) return null
  const { row, problems, open, set } = editor
  return (
    <DrawnField
      name={name}
      field={field}
      inputName={inputOf(screen, name, field)}
      value={row[name]}
      row={Object.fromEntries([screen.entity.key, ...surroundings].map((other) => [other, row[other]]))}
      problem={problems[name]}
      disabled={!open.writable.includes(name)}
      closed={open.closedByOption.has(name)}
      onSet={set}
    />
  )
}

/** What inputs look at of a record beside their own value and its key: whose it is, and what it is paid through. */
const surroundings = ['company', 'company_id', 'pay_system', 'pay_system_obj', 'pay_system_filled']

interface DrawnProps {
  name: string
  field: Field
  inputName: InputName
  value: unknown
  row: Row
  problem: Problem | undefined
  disabled: boolean
  /** By the company's tariff. */
  closed: boolean
  onSet: FieldsState['set']
}

/** A field with its name above and what is wrong with it below; drawn anew only when something of its own has changed. */
const DrawnField = memo(
  function DrawnField({ name, field, inputName, value, row, problem, disabled, closed, onSet }: DrawnProps) {
    const t = useTranslate()
    const { screen } = useRecords()
    const id = useId()
    const Input = inputs[inputName]
    const label = t(fieldLabel(screen.entity, name))
    const described = problem ? `${id}-problem` : undefined
    const group = isGroup(inputName)
    return (
      <div
        className="field"
        data-wide={isWide(inputName) || undefined}
        data-field={name}
        {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
      >
        <label id={`${id}-label`} htmlFor={group ? undefined : id} className="field-name">
          {label}
          {field.required && !disabled && <span aria-hidden="true">{' *'}</span>}
        </label>
        <Input
          id={id}
          name={name}
          label={label}
          field={field}
          value={value}
          row={row}
          disabled={disabled}
          invalid={problem !== undefined}
          describedBy={described}
          required={field.required === true}
          onChange={(next) => onSet(name, next)}
          onSet={onSet}
        />
        {closed && (
          <div className="field-closed">
            <Icon name="lock" size={12} />
            {t('Your tariff does not include this')}
          </div>
        )}
        {problem && (
          <div id={described} className="field-problem" role="alert">
            {t(
              problem.text,
              problem.params?.map((param) => (typeof param === 'string' ? t(param) : param)),
            )}
          </div>
        )}
      </div>
    )
  },
  ({ row: before, ...others }, { row, ...now }) =>
    isSame(before, row) && Object.entries(now).every(([name, value]) => Object.is(others[name as keyof typeof others], value)),
)

/** The shape of a record while it loads; unseen for 200 ms. */
const FormSkeleton = () => (
  <Box py="2" minH="64" animation="appear 120ms 200ms both" aria-hidden="true">
    <FieldGrid>
      {Array.from({ length: 6 }, (_, line) => (
        <Box key={line}>
          <Box h="3" w="24" mb="2" bg="bg.muted" borderRadius="l1" />
          <Box h="control" bg="bg.muted" borderRadius="l2" />
        </Box>
      ))}
    </FieldGrid>
  </Box>
)
