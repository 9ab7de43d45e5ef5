import { useMemo, useState } from 'react'
import type { FoundRows, Row } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import type { OpenRecord } from '../use-list-url.ts'

type CountedRows = Pick<FoundRows, 'count' | 'set'>

/** The selection: rows by key, or everything that matches search and filters. */
export type Selected = ReadonlySet<OpenRecord> | 'all'

const nothing: ReadonlySet<OpenRecord> = new Set()

/**
 * The selected rows; the selection is cleared when search or filters change. While another page loads, `rows` are those of
 * the previous one: selecting the page then waits for it.
 */
export function useSelection(rows: readonly Row[], found: string, isLoading: boolean) {
  const { screen } = useRecords()
  const [selected, setSelected] = useState<Selected>(nothing)
  const [isAwaited, setAwaited] = useState(false)
  const [of, setOf] = useState(found)
  if (of !== found) {
    setOf(found)
    setSelected(nothing)
    setAwaited(false)
  }
  /** The number and identity of "all" rows, requested when they were selected. */
  const [all, setAll] = useState<CountedRows>({ count: 0, set: '' })
  const keys = useMemo(() => rows.map((row) => row[screen.entity.key] as OpenRecord), [rows, screen])
  if (isAwaited && !isLoading) {
    setAwaited(false)
    if (selected !== 'all') setSelected(new Set([...selected, ...keys]))
  }
  /** Replaces the selection; a page that is still awaited no longer adds to it. */
  function choose(next: Selected): void {
    setAwaited(false)
    setSelected(next)
  }
  const onPage = keys.filter((key) => selected === 'all' || selected.has(key)).length
  return {
    selected,
    count: selected === 'all' ? all.count : selected.size,
    /** Number and identity of all rows; undefined if rows were selected one by one. */
    all: selected === 'all' ? all : undefined,
    select: (ids: readonly OpenRecord[]) => choose(new Set(ids)),
    clear: () => choose(nothing),
    selectAll(counted: CountedRows) {
      setAll(counted)
      choose('all')
    },
    table: {
      has: (id: OpenRecord) => selected === 'all' || selected.has(id),
      page: isAwaited
        ? ('all' as const)
        : onPage === 0
          ? ('none' as const)
          : onPage === keys.length
            ? ('all' as const)
            : ('some' as const),
      toggle(id: OpenRecord) {
        const next = new Set(selected === 'all' ? keys : selected)
        if (!next.delete(id)) next.add(id)
        setSelected(next)
      },
      togglePage() {
        if (selected === 'all') return choose(nothing)
        if (isLoading) return setAwaited(!isAwaited)
        const others = [...selected].filter((key) => !keys.includes(key))
        setSelected(new Set(onPage === keys.length ? others : [...others, ...keys]))
      },
    },
  }
}
export type SelectionState = ReturnType<typeof useSelection>
