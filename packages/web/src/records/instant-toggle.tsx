import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { writableFields } from '@tiffin/core/rules'
import { fieldName, onOffValues, refusalOf, type Row, rowTitle, saveRecords, type Screen, stateOf } from '@tiffin/core/screens'
import { State } from '../ui/state.tsx'
import { ChangeQuestion } from './editor/questions.tsx'
import { useUndo } from './history/use-undo.ts'
import { scopeOfRow, useRecords } from './records-context.ts'
import { useLookup } from './use-lookup.ts'
import { useReload } from './use-list.ts'

const pairOf = (screen: Screen, field: string): readonly [on: number, off: number] | undefined =>
  onOffValues[`${screen.entity.name}.${field}`] ?? (screen.entity.fields[field]?.kind === 'flag' ? [1, 0] : undefined)

/** Whether a field can be toggled in the table. */
export const isInstant = (screen: Screen, field: string): boolean =>
  screen.instant.includes(field) && pairOf(screen, field) !== undefined

/** A switch in a row, saved at once. */
export function InstantToggle({ row, field, title }: { row: Row; field: string; title: string }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const view = useRecords()
  const { lang } = view
  const reload = useReload()
  const [pending, setPending] = useState<boolean | null>(null)
  const [asking, setAsking] = useState<boolean | null>(null)
  const undo = useUndo()
  const { screen } = view
  const { entity } = screen
  const [on, off] = pairOf(screen, field) ?? [1, 0]
  const { actor, company } = scopeOfRow(view, row)
  const words = useLookup(entity.fields[field]?.to)
  const wordOf = (next: boolean): string => words.find((word) => word.id === (next ? on : off))?.title ?? t(next ? 'Yes' : 'No')

  async function save(next: boolean): Promise<void> {
    setPending(next)
    try {
      const id = row[entity.key] as number
      const changed = { [field]: next ? on : off, revision: row['revision'] }
      const { change } = await saveRecords(client, entity, [{ id, row: changed }], company)
      const target = { change, company: company ?? view.actor.company ?? 0, record: { table: entity.name, id }, records: {} }
      notices.show('positive', '%1: %2 is now %3', {
        params: [title, fieldName(entity, field, t), wordOf(next)],
        action: { label: 'Undo', run: () => void undo.run(target, 'record') },
      })
      await reload()
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', refusalOf(error, t, lang))
    } finally {
      setPending(null)
    }
  }
  const questionOf = (next: boolean) => screen.follow?.({ before: row, row, name: field, value: next ? on : off })?.ask
  const ask = (next: boolean): void => (questionOf(next) ? setAsking(next) : void save(next))
  const question = asking === null ? undefined : questionOf(asking)
  // If the values are rows of a list, shows the current one's name, unless the row's state is more specific.
  const named = row[entity.joins[field]?.as ?? ''] as Row | null | undefined
  const state = stateOf(screen, row, view.today())
  const says = state && row[field] === on && state.tone !== 'on' ? t(state.label) : rowTitle(named, lang)
  return (
    <>
      <label className="toggle">
        <input
          type="checkbox"
          role="switch"
          aria-label={`${fieldName(entity, field, t)}: ${title}`}
          checked={pending ?? row[field] === on}
          disabled={pending !== null || !writableFields(actor, entity).has(field)}
          onChange={(event) => ask(event.target.checked)}
        />
        {named && (state ? <State tone={state.tone}>{says}</State> : says)}
      </label>
      {question && (
        <ChangeQuestion
          {...question}
          record={title}
          onAnswer={(yes) => {
            setAsking(null)
            if (yes) void save(asking === true)
          }}
        />
      )}
    </>
  )
}
