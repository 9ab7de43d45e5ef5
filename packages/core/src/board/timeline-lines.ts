import type { Translate } from '#i18n/create-i18n'
import { isAutomatic, notableTicketStates } from '#rules/index'
import type { TimelineEvent } from './timeline.ts'

/** An event with those that are told in the same line. */
export interface TimelineLine {
  event: TimelineEvent
  /** The other screens that have shown the order, behind the first of them; or the automatic steps that follow this one. */
  more: readonly TimelineEvent[]
}

/** Joins runs of items that are alike; each other item stays alone. */
export function foldRuns<T>(items: readonly T[], isAlike: (item: T) => boolean): [T, ...T[]][] {
  const runs: [T, ...T[]][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && isAlike(last[0]) && isAlike(item)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const notable = new Set<unknown>(notableTicketStates)

/** Steps of machines that no person waits for: what printers do while all is well, and changes that move no order. */
function isStep(event: TimelineEvent): boolean {
  const { table, action, after } = event
  // Only a person asks for a copy.
  if (table === 'print_job') return !notable.has(after?.['state']) && after?.['copy'] !== 1
  return table === 'order' && action === 'Update' && isAutomatic(event) && !(after && 'order_status' in after)
}

/** One line for each event, one for all screens together that have shown the order, and one for automatic steps in a row. */
export function timelineLines(events: readonly TimelineEvent[]): TimelineLine[] {
  const [first, ...screens] = events.filter(({ table, action }) => table === 'receipt' && action === 'Shown')
  const joined = new Set(screens)
  const lines = foldRuns(
    events.filter((event) => !joined.has(event)),
    isStep,
  )
  return lines.map(([event, ...steps]) => ({ event, more: event === first ? screens : steps }))
}

const places: Readonly<Record<string, '%1 (terminal)' | '%1 (browser)'>> = { tui: '%1 (terminal)', web: '%1 (browser)' }

/** What the console is called that a receipt is about: a paired device by its name, else who is signed in there, and where. */
export function consoleName({ after }: Pick<TimelineEvent, 'after'>, t: Translate): string {
  const [name = '', app = ''] = [after?.['console'], after?.['app']] as (string | undefined)[]
  const place = places[app]
  return place ? t(place, [name]) : app === '' ? name : `${name} (${app})`
}
