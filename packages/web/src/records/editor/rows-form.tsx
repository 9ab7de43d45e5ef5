import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useDraft, useSelected, useTranslate } from '@tiffin/core/react'
import { createRecordDraft, readRows, type Row, saveRecords, type PendingSave } from '@tiffin/core/screens'
import { useUnsaved } from '../../ui/use-unsaved.ts'
import { Button, TextArea } from '../../ui/controls.ts'
import { EmptyList } from '../list/empty-list.tsx'
import { dirOf } from '../inputs/input-props.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { UnsavedQuestion } from './questions.tsx'
import { RestoredNote } from './restored-note.tsx'

/** The rows of a table as one record: the value of each, with the revision it was read in. */
const recordOf = (rows: readonly Row[], key: string): Row =>
  Object.fromEntries(
    rows.flatMap((row) => [
      [valueOf(textOf(row[key])), row['value']],
      [revisionOf(textOf(row[key])), row['revision']],
    ]),
  )
const valueOf = (name: string): string => `value ${name}`
const revisionOf = (name: string): string => `revision ${name}`
const nameOf = (value: string): string => value.slice(valueOf('').length)

/** All settings of a table, each as a text labelled by its comment (REF-22, REF-23). */
export function RowsForm() {
  const t = useTranslate()
  const { client, notices, ports } = useCore()
  const { screen, area, company } = useRecords()
  const { entity, order } = screen
  const readAll = (signal?: AbortSignal) =>
    readRows(client, { table: entity.name, order: [order], limit: [0, 1000] }, { company, ...(signal ? { signal } : {}) })
  const read = useQuery({
    queryKey: ['list', screen.name],
    queryFn: ({ signal }) => readAll(signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  const [draft] = useState(() =>
    createRecordDraft({
      entity: { ...entity, fields: {} },
      key: screen.name,
      async send({ part, base, idempotencyKey }: PendingSave) {
        const changes = Object.entries(part).map(([field, value]) => {
          const id = nameOf(field)
          return { id, row: { value, revision: base[revisionOf(id)] } }
        })
        const { rows } = await saveRecords(client, entity, changes, company, { idempotencyKey })
        return recordOf(rows, entity.key)
      },
      current: async () => recordOf(await readAll(), entity.key),
    }),
  )
  const { base, edits, busy, conflicts } = useSelected(draft.store, (state) => state)
  const dirty = draft.isDirty()
  const { target, stay, leave } = useUnsaved(dirty)
  useDraft(draft, [screen.name, area].join('/'), { title: t(screen.title), path: location.pathname + location.search })
  useEffect(() => {
    if (read.data) draft.read(recordOf(read.data, entity.key))
  }, [read.data, draft, entity.key])
  const keyOf = (row: Row): string => textOf(row[entity.key])
  const labelOf = (name: string): string => t.message(textOf(read.data?.find((row) => keyOf(row) === name)?.['comment']) || name)

  /** True if nothing is left to save. */
  async function save(): Promise<boolean> {
    try {
      if (await draft.save()) notices.show('positive', 'Saved')
      return !draft.isDirty()
    } catch (error) {
      if (!isApiError(error)) throw error
      ports.log('settings were not saved', error)
      notices.showSentence('negative', error)
      return false
    }
  }
  return (
    <Box display="grid" gridTemplateRows="auto minmax(0, 1fr)" minH="0">
      <Box as="h1" fontSize="lg" fontWeight="semibold" px="3" py="2">
        {t(screen.title)}
      </Box>
      <chakra.form
        display="grid"
        gridTemplateRows="minmax(0, 1fr) auto"
        minH="0"
        bg="bg.panel"
        borderTopWidth="1px"
        data-testid="rows-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Box overflowY="auto" p="4">
          <RestoredNote draft={draft} />
          {!read.data || !base ? (
            read.isError ? (
              <EmptyList kind="failed" onAction={() => void read.refetch()} />
            ) : (
              <ListSkeleton />
            )
          ) : (
            <Box display="grid" gap="3" maxW="720px">
              {read.data.map((row) => {
                const key = keyOf(row)
                const text = textOf(edits[valueOf(key)] ?? base[valueOf(key)])
                return (
                  <chakra.label key={key} display="grid" gap="1" color="fg.muted" data-field={key}>
                    <span>{labelOf(key)}</span>
                    <TextArea
                      rows={1}
                      h="auto"
                      minH="control"
                      py="1.5"
                      resize="vertical"
                      css={{ fieldSizing: 'content' }}
                      dir={dirOf(text)}
                      maxLength={20_000}
                      value={text}
                      onChange={(event) => draft.set(valueOf(key), event.target.value)}
                    />
                  </chakra.label>
                )
              })}
            </Box>
          )}
        </Box>
        <Box display="flex" justifyContent="flex-end" px="5" py="3" borderTopWidth="1px">
          <Button type="submit" variant="solid" disabled={busy || !dirty}>
            {t('Save')}
          </Button>
        </Box>
      </chakra.form>
      {target && (
        <UnsavedQuestion
          onSave={() => {
            stay()
            void save().then((saved) => saved && leave(target))
          }}
          onCancel={stay}
          onClose={() => {
            draft.discard()
            leave(target)
          }}
        />
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          choices={conflicts.map((conflict) => ({
            conflict,
            label: labelOf(nameOf(conflict.field)),
            mine: textOf(conflict.mine) || '—',
            theirs: textOf(conflict.theirs) || '—',
          }))}
          onSettle={(theirs) => draft.settle(theirs)}
        />
      )}
    </Box>
  )
}
