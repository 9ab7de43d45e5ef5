import { Box } from '@chakra-ui/react'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { isSame } from '@tiffin/core/rules'
import { mergeOrder, type ListState, readRows, type Row, rowTitle, saveRecords, searchOf } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'

/** How long a finger must rest before dragging (LIST-23). */
const LONG_PRESS = { delay: 1000, tolerance: 8 }
/** Errors that mean the rows have changed since they were read; two may have the same number. */
const stale = new Set(['conflict', 'not_found', 'duplicate'])

/** All rows of the filter, sorted by dragging (LIST-10 to LIST-12). */
export function SortDialog({ state, onClose }: { state: ListState; onClose: () => void }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const view = useRecords()
  const { screen, company, lang, today } = view
  const { entity } = screen
  const sort = entity.sort ?? entity.key
  const reload = useReload()
  const [order, setOrder] = useState<readonly Row[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [hasConflict, setHasConflict] = useState(false)
  // Sort numbers that only sorting changes are assigned across the whole company (AMB-062).
  const { company: own } = state.filters
  const filters = !screen.readonly.includes(sort) ? state.filters : own === undefined ? {} : { company: own }
  const read = useQuery({
    queryKey: ['sort', screen.name, filters],
    // The rows must not change during sorting, until they are compared.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) =>
      readRows(
        client,
        {
          table: entity.name,
          // Rows numbered 0 or below are not sorted (AMB-062).
          search: [...(searchOf(screen, { filters, search: '' }, today()) ?? []), { key: sort, op: '>', prm: 0 }],
          order: [{ field: sort }],
          limit: [0, 1000],
        },
        { company, signal },
      ),
  })
  const rows = order ?? read.data ?? []
  const keyOf = (row: Row): number => row[entity.key] as number
  const sensors = useSensors(
    // Pressing a button in the row must not start a drag.
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor),
  )

  function move(from: number, to: number): void {
    if (from < 0 || to < 0 || to >= rows.length || from === to) return
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    setOrder(next)
  }
  const drop = ({ active, over }: DragEndEvent): void =>
    move(
      rows.findIndex((row) => keyOf(row) === active.id),
      rows.findIndex((row) => keyOf(row) === over?.id),
    )
  /** Reloads the rows; true, with a notice, if others have added, deleted or sorted some. */
  async function hasChangedElsewhere(): Promise<boolean> {
    const numbersOf = (list: readonly Row[]) => list.map((row) => [keyOf(row), row[sort]])
    const before = read.data ?? []
    const { data: now = [] } = await read.refetch({ throwOnError: true })
    if (isSame(numbersOf(now), numbersOf(before))) return false
    setOrder(mergeOrder(rows, now, keyOf))
    setHasConflict(true)
    return true
  }
  async function save(): Promise<void> {
    setBusy(true)
    try {
      if (await hasChangedElsewhere()) return
      const changes = rows.map((row, index) => ({ id: keyOf(row), row: { [sort]: index + 1, revision: row['revision'] } }))
      await saveRecords(client, entity, changes, scopeOfRow(view, rows[0] ?? null).company)
      await reload()
      notices.show('positive', 'Saved')
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      const isReported = stale.has(error.code) && (await hasChangedElsewhere().catch(() => false))
      if (!isReported) notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title={t('Drag to reorder')}
      testId="sort-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="solid" disabled={busy || order === null} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {hasConflict && (
        <Box role="alert" mb="2" p="2" bg="warning.subtle" color="warning" borderRadius="l2" data-testid="sort-met">
          {t('Someone else changed this list. Their additions are already here. Save your order or use theirs.')}
          <Button
            size="sm"
            ms="2"
            disabled={busy}
            onClick={() => {
              setOrder(null)
              setHasConflict(false)
            }}
          >
            {t('Use their order')}
          </Button>
        </Box>
      )}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <Box as="ol" listStyleType="none" maxH="60dvh" overflowY="auto">
          {rows.map((row, index) => (
            <Item key={keyOf(row)} id={keyOf(row)} title={rowTitle(row, lang)} index={index} count={rows.length} onMove={move} />
          ))}
        </Box>
      </DndContext>
    </AskDialog>
  )
}

interface ItemProps {
  id: number
  title: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
}

function Item({ id, title, index, count, onMove }: ItemProps) {
  const t = useTranslate()
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id })
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id })
  return (
    <Box
      as="li"
      ref={setDropRef}
      borderTopWidth="2px"
      borderColor={isOver && !isDragging ? 'accent' : 'transparent'}
      data-testid={`sort-${id}`}
      aria-label={`${title}: ${t('Position %1 of %2', [index + 1, count])}`}
    >
      <Box
        ref={setNodeRef}
        {...listeners}
        display="flex"
        alignItems="center"
        gap="2"
        h="9"
        px="2"
        bg="bg.subtle"
        borderRadius="l2"
        cursor="grab"
        touchAction="manipulation"
        opacity={isDragging ? 0.6 : 1}
        style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
      >
        <Box color="fg.muted" minW="6">
          {index + 1}
        </Box>
        <Box flex="1" truncate>
          {title}
        </Box>
        <Button
          variant="ghost"
          size="sm"
          px="1"
          aria-label={t('Move %1 up', [title])}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        >
          <Box as="span" transform="rotate(180deg)" display="inline-flex">
            <Icon name="down" size={14} />
          </Box>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          px="1"
          aria-label={t('Move %1 down', [title])}
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
        >
          <Icon name="down" size={14} />
        </Button>
      </Box>
    </Box>
  )
}
