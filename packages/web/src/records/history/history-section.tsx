import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { RecordTimeline } from '../rare-components.ts'

/** The record's timeline below its fields, loaded when opened. */
export function HistorySection({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const view = useRecords()
  const { entity } = view.screen
  const [open, setOpen] = useState(false)
  if (!editor.base || editor.isNew || entity.storage === 'view') return null
  const { company } = scopeOfRow(view, editor.base)
  const id = editor.base[entity.key] as number | string
  return (
    <chakra.details mt="5" pb="2" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Box as="summary" cursor="pointer" py="1" fontWeight="medium" color="fg.muted">
        {t('Timeline')}
      </Box>
      {open && (
        <LazyBoundary onFail={() => setOpen(false)}>
          <RecordTimeline entity={entity} id={id} company={company} />
        </LazyBoundary>
      )}
    </chakra.details>
  )
}
