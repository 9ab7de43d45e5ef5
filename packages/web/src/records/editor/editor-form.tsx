import { Box, chakra, Tabs } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { fieldLabel, inputOf, type Row, type Screen, spansCompanies, type Tab } from '@tiffin/core/screens'
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
  const { actor, company } = actingFor(view, row)
  return <RecordsProvider value={{ ...view, screen, actor, company }}>{innerList}</RecordsProvider>
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
  mb: '-1px',
  outlineOffset: '-2px',
  '&[aria-selected=true]': { color: 'fg', fontWeight: 'medium', borderColor: 'accent' },
} as const

/** Fields side by side where there is room. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
    // Longer lines than that are not easier to fill in.
    maxW="976px"
    columnGap="4"
    rowGap="3"
    alignItems="start"
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

/** A field with its name above and what is wrong with it below. */
export function FieldRow({ name, editor }: { name: string; editor: FieldsState }) {
  const t = useTranslate()
  const { screen } = useRecords()
  const id = useId()
  const field = screen.entity.fields[name]
  if (!field) return null
  const inputName = inputOf(screen, name, field)
  const Input = inputs[inputName]
  const problem = editor.problems[name]
  const label = t(fieldLabel(screen.entity, name))
  const disabled = !editor.open.writable.includes(name)
  const described = problem ? `${id}-problem` : undefined
  const group = isGroup(inputName)
  return (
    <Box
      gridColumn={isWide(inputName) ? { md: '1 / -1' } : undefined}
      minW="0"
      data-field={name}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      <chakra.label id={`${id}-label`} htmlFor={group ? undefined : id} display="block" mb="1" fontSize="sm" color="fg.muted">
        {label}
        {field.required && !disabled && (
          <chakra.span color="negative" aria-hidden="true">
            {' *'}
          </chakra.span>
        )}
      </chakra.label>
      <Input
        id={id}
        name={name}
        label={label}
        field={field}
        value={editor.row[name]}
        row={editor.row}
        disabled={disabled}
        invalid={problem !== undefined}
        describedBy={described}
        required={field.required === true}
        onChange={(value) => editor.set(name, value)}
        onSet={editor.set}
      />
      {editor.open.closedByOption.has(name) && (
        <Box mt="1" fontSize="sm" color="fg.muted" display="flex" gap="1" alignItems="center">
          <Icon name="lock" size={12} />
          {t('Your tariff does not include this')}
        </Box>
      )}
      {problem && (
        <Box id={described} mt="1" fontSize="sm" color="negative" role="alert">
          {t(
            problem.text,
            problem.params?.map((param) => (typeof param === 'string' ? t(param) : param)),
          )}
        </Box>
      )}
    </Box>
  )
}

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
