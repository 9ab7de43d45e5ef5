import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { columnWidth, columnWidths } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'

const STEP = 16

const columnOf = (edge: Element): HTMLElement => edge.closest<HTMLElement>('.column') as HTMLElement
function announceWidth(edge: Element, width = columnOf(edge).offsetWidth): void {
  edge.setAttribute('aria-valuenow', String(width))
}

/** Resizes a column by pointer or key; a double click resets its width (AMB-098). */
export function ColumnEdge({ status, name }: { status: number; name: string }) {
  const t = useTranslate()
  const { boardSettings } = useCore()
  const width = useSelected(boardSettings.store, ({ widths }) => widths[status])
  const edge = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; width: number } | null>(null)
  // Without its own width, the column's width depends on the window. A new one may not be drawn yet.
  useEffect(() => {
    if (edge.current) announceWidth(edge.current, width)
  }, [width])

  const forwards = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1)
  function keep(px: number | undefined): void {
    const { [status]: _previous, ...others } = boardSettings.store.getState().widths
    boardSettings.set({ widths: px === undefined ? others : { ...others, [status]: columnWidth(px) } })
  }
  const widthAt = ({ clientX }: PointerEvent, from: { x: number; width: number }): number =>
    columnWidth(from.width + (clientX - from.x) * forwards())

  function take(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, width: columnOf(event.currentTarget).offsetWidth }
  }
  // Bypasses React, because each step would re-render the whole column.
  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (!grip.current) return
    const column = columnOf(event.currentTarget)
    column.dataset['sized'] = ''
    column.style.setProperty('--width', `${widthAt(event, grip.current)}px`)
  }
  function drop(event: PointerEvent<HTMLDivElement>): void {
    const from = grip.current
    grip.current = null
    if (from && Math.abs(event.clientX - from.x) > 2) keep(widthAt(event, from))
  }
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const now = columnOf(event.currentTarget).offsetWidth
    if (event.key === 'Home') keep(undefined)
    else if (event.key === 'ArrowRight') keep(now + STEP * forwards())
    else if (event.key === 'ArrowLeft') keep(now - STEP * forwards())
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={edge}
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-valuemin={columnWidths.min}
      aria-valuemax={columnWidths.max}
      aria-label={t('Width of %1', [name])}
      tabIndex={0}
      title={t('Width of %1', [name])}
      onFocus={(event) => announceWidth(event.currentTarget)}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => keep(undefined)}
      onKeyDown={press}
    />
  )
}
