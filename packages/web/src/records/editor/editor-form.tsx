import { Box, chakra, Tabs } from '@chakra-ui/react'
import { Suspense, useMemo } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { changedFields, type Row, rowTitle, type Screen, spansCompanies, type Tab } from '@tiffin/core/screens'
import { Icon } from '../../ui/icon.tsx'
import { tabStyles } from '../../ui/tab-styles.ts'
import { ChangedFields } from '../history/changed-fields.tsx'
import { scopeOfRow, RecordsProvider, useInnerList, useRecords } from '../records-context.ts'
import { specialComponents } from '../special/special-components.ts'
import { FieldLayout, needsFullWidth } from './field-layout.tsx'
import { FieldRow } from './field-row.tsx'
import { RecordSidebar } from './record-sidebar.tsx'
import type { EditorState } from './use-editor.ts'

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
  if (editor.failed) return <MissingRecord editor={editor} />
  if (!editor.base) return <FormSkeleton />
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]
  if (!shown) return <Box py="4">{t("You don't have permission to do this")}</Box>
  const choosesCompany = editor.isNew && spansCompanies(screen, area)
  const company = choosesCompany && <FieldRow name="company" editor={editor} />
  // A large record shows it next to every tab that has room for it.
  const hasSide = (other: Tab): boolean => other.side !== undefined || (isLarge(screen) && !needsFullWidth(other))
  const special = specialComponents[screen.name]?.tabs
  const hidden = screen.hidden?.(editor.row) ?? []
  const isClosedByPerson = ({ fields }: Tab): boolean => fields.some((name) => editor.open.closedByPerson.includes(name))
  function layoutOf(item: Tab) {
    const Content = special?.[item.name]
    if (Content)
      return (
        <Suspense fallback={<FormSkeleton />}>
          <Content editor={editor} />
        </Suspense>
      )
    return (
      <FieldLayout
        tab={hidden.length === 0 ? item : { ...item, fields: item.fields.filter((name) => !hidden.includes(name)) }}
        editor={editor}
        first={(item === tabs[0] && company) || (isClosedByPerson(item) && <OwnSignIn person={editor.row} />)}
        side={hasSide(item) && <RecordSidebar tab={item} editor={editor} onTab={onTab} />}
      />
    )
  }
  if (tabs.length === 1)
    return (
      <Box role="tabpanel" pt="2">
        {layoutOf(shown)}
      </Box>
    )
  return (
    <Tabs.Root
      value={partOf(shown)}
      onValueChange={({ value }) => onTab(tabs.find((entry) => partOf(entry) === value)?.name ?? value)}
      lazyMount
    >
      <Tabs.List display="flex" gap="1" borderBottomWidth="1px" mb="3" overflowX="auto">
        {tabs.map(({ name, fields }) => (
          <Tabs.Trigger key={name} value={partOf({ name })} css={tabStyles}>
            {t(name)}
            {fields.some((field) => editor.problems[field]) && (
              <chakra.span color="negative" display="inline-flex" role="img" aria-label={t('This tab has errors')}>
                <Icon name="alert" size={14} />
              </chakra.span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((candidate) => (
        <Tabs.Content key={candidate.name} value={partOf(candidate)} outline="none">
          {candidate.list ? <RecordsOf screen={candidate.list} row={editor.row} /> : layoutOf(candidate)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Why an owner can't change how a person signs in. */
function OwnSignIn({ person }: { person: Row }) {
  const t = useTranslate()
  const { lang } = useRecords()
  return (
    <Box display="flex" alignItems="center" gap="2" color="fg.muted" data-testid="own-sign-in">
      <Icon name="lock" size={14} />
      {t.sentence({ message: '%1 manages their own sign-in', params: [rowTitle(person, lang)] })}
    </Box>
  )
}

/** Shown for a missing record: the typed values as text, to copy them. */
function MissingRecord({ editor: { base, row } }: { editor: EditorState }) {
  const t = useTranslate()
  const view = useRecords()
  const typed = changedFields(base ?? {}, row)
  const before = base && Object.fromEntries(Object.keys(typed).map((name) => [name, base[name]]))
  return (
    <Box py="4">
      {t('Record not found. It may have been deleted.')}
      {Object.keys(typed).length > 0 && (
        <Box mt="3" whiteSpace="pre-wrap" data-testid="unsaved-text">
          <Box color="fg.muted">{t('You can copy your unsaved changes here:')}</Box>
          <ChangedFields entity={view.screen.entity} company={scopeOfRow(view, row).company} before={before} after={typed} />
        </Box>
      )}
    </Box>
  )
}

/** The records that belong to the edited company. */
function RecordsOf({ screen, row }: { screen: Screen; row: Row }) {
  const view = useRecords()
  const innerList = useInnerList()
  const { company, company_id } = row
  // Stable while typing, because a new object would re-render its rows.
  const listed = useMemo(
    () => ({ ...view, screen, ...scopeOfRow(view, { company, company_id }) }),
    [view, screen, company, company_id],
  )
  return <RecordsProvider value={listed}>{innerList}</RecordsProvider>
}

const isLarge = ({ editor: { kind, tabs } }: Screen): boolean =>
  (kind === 'full' || kind === 'page') && tabs.some(({ side }) => side)

/** A tab's name as part of an id, without spaces. */
const partOf = ({ name }: Pick<Tab, 'name'>): string => name.replaceAll(' ', '-')

/** Placeholder while a record loads; hidden for 200 ms. */
const FormSkeleton = () => (
  <Box py="2" minH="64" display="grid" gap="3" alignContent="start" animation="appear 120ms 200ms both" aria-hidden="true">
    {Array.from({ length: 4 }, (_, line) => (
      <Box key={line}>
        <Box h="3" w="24" mb="2" bg="bg.muted" borderRadius="l1" />
        <Box h="control" bg="bg.muted" borderRadius="l2" />
      </Box>
    ))}
  </Box>
)
