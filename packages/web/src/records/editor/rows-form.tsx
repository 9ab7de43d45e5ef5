import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readRows, type Row, saveRecords } from '@tiffin/core/screens'
import { Button, TextArea } from '../../ui/controls.ts'
import { EmptyList } from '../list/empty-list.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'

/** All settings of a table, each a text under its comment (REF-22, REF-23). */
export function RowsForm() {
  const t = useTranslate()
  const { client, notices, ports } = useCore()
  const { screen, company } = useRecords()
  const { entity, order } = screen
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const read = useQuery({
    queryKey: ['list', screen.name],
    queryFn: ({ signal }) => readRows(client, { table: entity.name, order: [order], limit: [0, 1000] }, { company, signal }),
    // What somebody is typing does not change under their hands.
    staleTime: Infinity,
    gcTime: 0,
  })
  const keyOf = (row: Row): string => textOf(row[entity.key])
  const changed = (read.data ?? []).filter((row) => (edits[keyOf(row)] ?? row['value']) !== row['value'])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || changed.length === 0) return
    setBusy(true)
    const rows = changed.map((row) => ({ id: keyOf(row), row: { value: edits[keyOf(row)], revision: row['revision'] } }))
    try {
      await saveRecords(client, entity, rows, company)
      notices.show('positive', 'Saved')
      await read.refetch()
      setEdits({})
    } catch (error) {
      if (!isApiError(error)) throw error
      ports.log('settings were not saved', error)
      notices.show('negative', error.message, { params: error.params })
      // What was typed stays; the next save knows what the others have written.
      if (error.code === 'conflict') await read.refetch()
    } finally {
      setBusy(false)
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
        onSubmit={(event) => void save(event)}
      >
        <Box overflowY="auto" p="4">
          {!read.data ? (
            read.isError ? (
              <EmptyList kind="failed" onAction={() => void read.refetch()} />
            ) : (
              <ListSkeleton />
            )
          ) : (
            <Box display="grid" gap="3" maxW="720px">
              {read.data.map((row) => {
                const key = keyOf(row)
                return (
                  <chakra.label key={key} display="grid" gap="1" color="fg.muted" data-field={key}>
                    <span>{t(textOf(row['comment']) || key)}</span>
                    <TextArea
                      rows={1}
                      h="auto"
                      minH="control"
                      py="1.5"
                      resize="vertical"
                      css={{ fieldSizing: 'content' }}
                      dir="auto"
                      maxLength={20_000}
                      value={edits[key] ?? textOf(row['value'])}
                      onChange={(event) => setEdits((now) => ({ ...now, [key]: event.target.value }))}
                    />
                  </chakra.label>
                )
              })}
            </Box>
          )}
        </Box>
        <Box display="flex" justifyContent="flex-end" px="5" py="3" borderTopWidth="1px">
          <Button type="submit" variant="solid" disabled={busy || changed.length === 0}>
            {t('Save')}
          </Button>
        </Box>
      </chakra.form>
    </Box>
  )
}
