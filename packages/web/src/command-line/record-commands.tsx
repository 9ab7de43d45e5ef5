import { changeVerb, deleteVerb, type ListPlace, listVerbs, recordVerbs, reportVerbs, type Verb } from '@tiffin/core/command-line'
import type { ReportGrain, ReportName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { can } from '@tiffin/core/rules'
import type { BulkAction, ListState, Row } from '@tiffin/core/screens'
import { type RecordsView, scopeOfRow, useRecords } from '../records/records-context.ts'
import type { Selected } from '../records/list/use-selection.ts'
import { CommandsDialog } from './commands-dialog.tsx'

/** The company that commands act for; 0 in lists of the whole platform. */
const companyOf = ({ company, user }: RecordsView): number => company ?? user.company?.company_id ?? 0

const placeOf = (view: RecordsView, state: ListPlace['state']): ListPlace => ({
  screen: view.screen,
  state,
  today: view.today(),
  company: companyOf(view),
})

const mayDelete = (view: RecordsView, row: Row | null): boolean =>
  view.screen.remove && !view.screen.removal && can(scopeOfRow(view, row).actor, 'delete', view.screen.entity).allowed

function Verbs({ verbs, onClose }: { verbs: readonly Verb[]; onClose: () => void }) {
  const t = useTranslate()
  return <CommandsDialog commands={verbs.map(({ label, words }) => ({ name: t(label), words }))} onClose={onClose} />
}

export interface ListProps {
  state: ListState
  columns: readonly string[]
  selected: Selected
  onClose: () => void
}

const chosenRows = (selected: Selected) => (selected === 'all' || selected.size === 0 ? 'found' : [...selected])

export interface ChangeProps {
  state: ListState
  selected: Selected
  action: Exclude<BulkAction, { kind: 'delete' }>
  onClose: () => void
}

/** The command that sets a field in the selected rows. */
export function ChangeCommands({ state, selected, action, onClose }: ChangeProps) {
  const verb = changeVerb(placeOf(useRecords(), state), chosenRows(selected), action)
  return <Verbs verbs={verb ? [verb] : []} onClose={onClose} />
}

/** Commands for a list, or for its selected rows. */
export function ListCommands({ state, columns, selected, onClose }: ListProps) {
  const view = useRecords()
  const place = placeOf(view, state)
  const rows = chosenRows(selected)
  const isSelection = selected === 'all' || selected.size > 0
  const verbs = [...listVerbs(place, columns, rows), ...(isSelection && mayDelete(view, null) ? [deleteVerb(place, rows)] : [])]
  return <Verbs verbs={verbs} onClose={onClose} />
}

/** Commands for one record. */
export function RecordCommands({ row, onClose }: { row: Row; onClose: () => void }) {
  const view = useRecords()
  const { entity } = view.screen
  const own = row['company']
  const company = companyOf(view) === 0 && typeof own === 'number' ? own : companyOf(view)
  const verbs = recordVerbs(entity, row[entity.key] as number | string, company, mayDelete(view, row))
  return <Verbs verbs={verbs} onClose={onClose} />
}

export interface ReportProps {
  state: Pick<ListState, 'search' | 'filters'>
  report: ReportName
  by: ReportGrain | undefined
  compare: boolean
  onClose: () => void
}

export function ReportCommands({ state, report, by, compare, onClose }: ReportProps) {
  const view = useRecords()
  const place = placeOf(view, { ...state, sort: view.screen.order })
  return <Verbs verbs={reportVerbs(place, { report, by, compare })} onClose={onClose} />
}
