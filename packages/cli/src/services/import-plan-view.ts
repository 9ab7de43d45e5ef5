import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '@tiffin/core'
import type { SendingOptions } from '@tiffin/core/import'
import type { Call } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Progress } from '../progress.ts'
import { writeText } from './sheet-file.ts'

/** Options of all imports that choose how a plan is shown. */
export interface PlanViewOptions {
  show?: string
  html?: string
}

/** A row of a plan, as shown and as data. */
export interface ShownRow {
  action: string
  [column: string]: unknown
}

const shownActions = ['created', 'changed', 'deleted', 'unknown', 'refused'] as const

/** Checks the options before anything is read. @throws wrong usage */
export function checkView({ show, html }: PlanViewOptions): void {
  const unknown = readList(show ?? '').find((name) => !shownActions.some((action) => action === name))
  if (unknown !== undefined) throw wrongUsage('%1 must be one of: %2', { params: ['--show', shownActions.join(', ')] })
  if (html !== undefined && !/\.html?$/i.test(html))
    throw wrongUsage('The name of the page must end with .html: %1', { params: [html] })
}

/** The rows that `--show` chooses; all of them without it. */
export function filterRows<R extends object>(
  rows: readonly R[],
  { show }: PlanViewOptions,
  actionOf: (row: R) => string,
): readonly R[] {
  if (show === undefined) return rows
  const chosen = readList(show)
  return rows.filter((row) => chosen.includes(actionOf(row)))
}

interface Page {
  title: string
  totals: string
  columns: readonly string[]
  rows: readonly ShownRow[]
}

/** Writes the plan as one page without scripts, for people to review. */
export async function writePlanPage(call: Pick<Call<PlanViewOptions>, 'options' | 'lang' | 't'>, page: Page): Promise<void> {
  const { html, yes } = call.options
  if (html === undefined) return
  const { planPage } = await import('../results/plan-page.ts')
  await writeText(html, yes === true, planPage(page, call.lang, call.t))
}

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 15_000
const GIVE_UP_MS = 5 * 60_000

/** Sends lost rows again while the server can't be reached, for some minutes without a part that arrives. */
export function sendAgain(
  { t }: Pick<Call<object>, 't'>,
  progress: Progress,
  onSent: (rows: number) => void = () => {},
): Pick<SendingOptions, 'onSent' | 'onLost'> {
  let since: number | undefined
  let pause = FIRST_WAIT_MS
  return {
    onSent: (rows) => {
      since = undefined
      pause = FIRST_WAIT_MS
      onSent(rows)
    },
    onLost: async (error) => {
      since ??= Date.now()
      if (!isTransient(error) || Date.now() - since > GIVE_UP_MS) throw error
      progress.show(t('Connection lost. Trying again …'), true)
      await wait(pause)
      pause = Math.min(2 * pause, MAX_WAIT_MS)
    },
  }
}
