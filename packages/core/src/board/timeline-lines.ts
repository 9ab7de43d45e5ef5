import type { Translate } from '#i18n/create-i18n'
import { isAutomatic, notableTicketStates } from '#rules/index'
import type { TimelineEvent } from './timeline.ts'

/** An event, with the others shown in the same line. */
export interface TimelineLine {
  event: TimelineEvent
  /** The other screens that have shown the order, or the automatic steps that follow this one. */
  more: readonly TimelineEvent[]
}

/** Groups consecutive similar items; every other item is a group of one. */
export function groupRuns<T>(items: readonly T[], isAlike: (item: T) => boolean): [T, ...T[]][] {
  const runs: [T, ...T[]][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && isAlike(last[0]) && isAlike(item)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const notableStates = new Set<unknown>(notableTicketStates)

/** Automatic steps that need no attention: normal printing, and changes that do not move an order. */
function isStep(event: TimelineEvent): boolean {
  const { table, action, after } = event
  // Reprints are always requested by hand.
  if (table === 'print_job') return !notableStates.has(after?.['state']) && after?.['copy'] !== 1
  return table === 'order' && action === 'Update' && isAutomatic(event) && !(after && 'order_status' in after)
}

/** One line per event. All "shown on a screen" events share a line, and so do consecutive automatic steps. */
export function timelineLines(events: readonly TimelineEvent[]): TimelineLine[] {
  const [first, ...screens] = events.filter(({ table, action }) => table === 'receipt' && action === 'Shown')
  const joined = new Set(screens)
  const lines = groupRuns(
    events.filter((event) => !joined.has(event)),
    isStep,
  )
  return lines.map(([event, ...steps]) => ({ event, more: event === first ? screens : steps }))
}

const consoleKindTexts: Readonly<Record<string, '%1 (terminal)' | '%1 (browser)'>> = { tui: '%1 (terminal)', web: '%1 (browser)' }

/** Name of the console in a receipt: a paired device by its name, else the signed-in user and the kind of console. */
export function consoleName({ after }: Pick<TimelineEvent, 'after'>, t: Translate): string {
  const [name = '', app = ''] = [after?.['console'], after?.['app']] as (string | undefined)[]
  const place = consoleKindTexts[app]
  return place ? t(place, [name]) : app === '' ? name : `${name} (${app})`
}
