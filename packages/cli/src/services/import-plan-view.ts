import { rmSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Records, SendingOptions } from '@tiffin/core/import'
import { type ImportKind, isApiError } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import { isConnectionLost } from '../connection-lost.ts'
import { exitCodes, failure, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Progress } from '../progress.ts'
import { sheetFormat, writeSheetFile, writeText } from './sheet-file.ts'

/** Options of all imports that choose how a plan is shown. */
export interface PlanViewOptions {
  show?: string
  html?: string
  rejected?: string
}

/** A row of a plan, as shown and as data. */
export interface ShownRow {
  action: string
  [column: string]: unknown
}

/** Actions of rows that are shown; unchanged ones are only counted. */
export const shownActions = ['created', 'changed', 'deleted', 'unknown', 'refused'] as const satisfies ImportKind[]

/** Checks the options for the import of this file before anything is read. @throws wrong usage */
export function checkView(input: string, { show, html, rejected, yes }: PlanViewOptions & { yes?: boolean }): void {
  const unknown = readList(show ?? '').find((name) => !shownActions.some((action) => action === name))
  if (unknown !== undefined) throw wrongUsage('%1 must be one of: %2', { params: ['--show', shownActions.join(', ')] })
  if (html !== undefined && !/\.html?$/i.test(html))
    throw wrongUsage('The name of the page must end with .html: %1', { params: [html] })
  if (rejected !== undefined) sheetFormat(rejected)
  if (rejected !== undefined && isSameFile(rejected, input))
    throw wrongUsage('%1 would replace the file that is imported', { params: ['--rejected'] })
  const found = [html, rejected].find((file) => file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile())
  if (found !== undefined && yes !== true)
    throw failure(exitCodes.failed, 'file_exists')('The file %1 already exists', {
      params: [found],
      next: ['Choose another name, or delete it: --yes would also apply the import'],
    })
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** Shows the encoding of a text file. @throws wrong usage if its words don't look like any of it */
export function sayEncoding(
  { say, t }: Pick<Call<object>, 'say' | 't'>,
  read: Pick<Records, 'encoding' | 'isDoubtful'>,
  given?: string,
): void {
  const { encoding, isDoubtful } = read
  if (encoding === undefined) return
  if (isDoubtful === true && given === undefined)
    throw failure(exitCodes.usage, 'encoding_unclear')('The file is probably not in the encoding %1', {
      params: [encoding],
      next: ['Choose it with --encoding, such as windows-1251'],
    })
  say(t('Encoding: %1', [encoding]))
}

/** Writes the rejected rows with a header. Without any, a sheet of an earlier run would be taken for that of this one. */
export async function writeRejectedRows(
  { rejected, yes }: PlanViewOptions & { yes?: boolean },
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  if (rejected === undefined) return
  if (rows.length > 0) return writeSheetFile(rejected, yes === true, [header, ...rows])
  if (statSync(rejected, { throwIfNoEntry: false })?.isFile()) rmSync(rejected)
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

/** Writes the plan as one page without scripts, for review. */
export async function writePlanPage(call: Pick<Call<PlanViewOptions>, 'options' | 'lang' | 't'>, page: Page): Promise<void> {
  const { html, yes } = call.options
  if (html === undefined) return
  const { planPage } = await import('../results/plan-page.ts')
  await writeText(html, yes === true, planPage(page, call.lang, call.t))
}

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 15_000
const GIVE_UP_MS = 5 * 60_000

/** Makes a call again while the server can't be reached, for some minutes without one that is answered. */
export function sendAgain(
  { t }: Pick<Call<object>, 't'>,
  progress: Progress,
  { onSent = () => {}, signal }: Pick<SendingOptions, 'onSent' | 'signal'> = {},
): Required<Pick<SendingOptions, 'onSent' | 'onLost'>> {
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
      // A fault of the server would only repeat.
      const isFault = isApiError(error) && error.code === 'server_error'
      if (isFault || !isConnectionLost(error) || Date.now() - since > GIVE_UP_MS) throw error
      signal?.throwIfAborted()
      progress.show(t('Connection lost. Trying again …'), true)
      await wait(pause, undefined, signal ? { signal } : {})
      pause = Math.min(2 * pause, MAX_WAIT_MS)
    },
  }
}
