import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { columnWidth } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'

const STEP = 16

/** The edge of a column by which it is made wider and narrower, by pointer and by key; twice gives its share back (AMB-098). */
export function ColumnEdge({ status, name }: { status: number; name: string }) {
  const t = useTranslate()
  const { boardSettings } = useCore()
  const grip = useRef<{ x: number; width: number } | null>(null)

  const columnOf = (edge: Element): HTMLElement => edge.closest<HTMLElement>('.column') as HTMLElement
  const forwards = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1)
  function keep(width: number | undefined): void {
    const { [status]: _former, ...others } = boardSettings.store.getState().widths
    boardSettings.set({ widths: width === undefined ? others : { ...others, [status]: columnWidth(width) } })
  }
  const widthAt = ({ clientX }: PointerEvent, { x, width }: { x: number; width: number }): number =>
    columnWidth(width + (clientX - x) * forwards())

  function take(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, width: columnOf(event.currentTarget).offsetWidth }
  }
  // Past React, because each step would draw the whole column anew.
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
    const width = columnOf(event.currentTarget).offsetWidth
    if (event.key === 'Home') keep(undefined)
    else if (event.key === 'ArrowRight') keep(width + STEP * forwards())
    else if (event.key === 'ArrowLeft') keep(width - STEP * forwards())
    else return
    event.preventDefault()
  }
  return (
    <div
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('Width of %1', [name])}
      tabIndex={0}
      title={t('Width of %1', [name])}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => keep(undefined)}
      onKeyDown={press}
    />
  )
}
