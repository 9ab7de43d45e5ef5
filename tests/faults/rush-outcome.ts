import type { PrintPurpose } from '@tiffin/sdk/contract'
import { expect } from 'vitest'
import type { KitchenStage, PrinterOutput } from './kitchen-stage.ts'
import { type Job, readJobs } from './rush-jobs.ts'
import { NEW_DISH, type OrderChanges } from './rush-changes.ts'

/** An alarm, or one that was resolved. */
const isDoubtful = ({ state }: Job): boolean => ['unknown', 'failed', 'dismissed'].includes(state)
const isPrinted = ({ state }: Job): boolean => state === 'printed'
const isWithdrawn = ({ state }: Job): boolean => state === 'expired'

/** Waits until nothing is left to print and compares the papers with the jobs. */
export async function settle(stage: KitchenStage, placed: readonly number[], orderChanges: OrderChanges) {
  const { home, papers } = stage
  const isOver = async (): Promise<boolean> => {
    // Leases of dead consoles would otherwise take half a minute, and delays of returned tickets minutes.
    await home.rows(
      `update print_job set retry_at = null, lease_until = case when lease_until < now() + interval '20 seconds'
         then now() - interval '1 second' else lease_until end where state in ('queued', 'claimed', 'sending')`,
    )
    return (await readJobs(stage)).every((job) => isPrinted(job) || isDoubtful(job) || isWithdrawn(job))
  }
  await expect.poll(isOver, { timeout: 300_000, interval: 1000 }).toBe(true)

  const ticketOf = await readTickets(stage, placed, orderChanges)
  const jobs = await readJobs(stage)
  const kitchen = jobs.filter(({ purpose }) => purpose === 'kitchen')
  expect(kitchen.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual([...placed])
  expect(jobs.filter(({ copy }) => copy !== 0)).toEqual([])
  expect(papers().filter(({ isCopy }) => isCopy)).toEqual([])

  const wrong = placed.flatMap((order) => {
    const own = jobs.filter((job) => job.order === order)
    const matchingPapers = papers().filter(({ ticket }) => ticket === ticketOf.get(order))
    const problems = [...wrongPapers(own, matchingPapers), ...wrongUpset(order, own, matchingPapers, orderChanges)]
    return problems.length > 0 ? [{ order, problems, own, matchingPapers }] : []
  })
  expect(wrong).toEqual([])
  // Papers interrupted before their number also belong to an alarm.
  expect(papers().filter(({ isWhole }) => !isWhole).length).toBeLessThanOrEqual(jobs.filter(isDoubtful).length)
  return {
    printed: kitchen.filter(isPrinted).length,
    alarms: kitchen.filter(isDoubtful).length,
    withdrawn: kitchen.filter(isWithdrawn).length,
  }
}

/** The numbers on the papers; orders of one call are all of one day, so the numbers are unique. */
async function readTickets({ company, home }: KitchenStage, placed: readonly number[], { cancelled }: OrderChanges) {
  const rows = await home.rows<{ order_id: number; ticket: number; cancelled: boolean }>(
    `select order_id::int, ticket::int, order_status = $3 as cancelled from "order"
     where company = $1 and order_status in ($2, $3) order by order_id`,
    [company.company, company.statuses[3], company.statuses[0]],
  )
  expect(rows.map(({ order_id }) => order_id)).toEqual([...placed])
  expect(new Set(rows.filter((row) => row.cancelled).map(({ order_id }) => order_id))).toEqual(cancelled)
  const ticketOf = new Map(rows.map(({ order_id, ticket }) => [order_id, ticket]))
  expect(new Set(ticketOf.values()).size).toBe(placed.length)
  return ticketOf
}

/** A printed job has exactly one ticket. One that raised an alarm has at most one, a withdrawn one none. */
function wrongPapers(jobs: readonly Job[], papers: readonly PrinterOutput[]): string[] {
  return (['kitchen', 'receipt', 'changed', 'cancelled'] as const).filter((purpose) => {
    const own = jobs.filter((job) => job.purpose === purpose)
    const matchingPapers = papers.filter((paper) => paper.purpose === purpose)
    const printed = own.filter(isPrinted).length
    return (
      matchingPapers.filter(({ isWhole }) => isWhole).length < printed ||
      matchingPapers.length > printed + own.filter(isDoubtful).length
    )
  })
}

/**
 * A kitchen with a ticket gets another one for each cancellation and change. A kitchen without one gets none, unless a
 * console had the ticket at that time.
 */
function wrongUpset(
  order: number,
  jobs: readonly Job[],
  papers: readonly PrinterOutput[],
  { cancelled, edited }: OrderChanges,
): string[] {
  const count = (purpose: PrintPurpose) => jobs.filter((job) => job.purpose === purpose && !isWithdrawn(job)).length
  const ticket = jobs.find(({ purpose }) => purpose === 'kitchen')
  const isGone = ticket !== undefined && isWithdrawn(ticket)
  const isStale = papers.some((paper) => paper.purpose === 'kitchen' && paper.isWhole && !paper.text.includes(NEW_DISH))
  const isAnnounced = count('cancelled') === (cancelled.has(order) ? 1 : 0) || (isGone && count('cancelled') === 0)
  return [
    ...(isGone && !cancelled.has(order) ? ['withdrawn without reason'] : []),
    ...(isAnnounced ? [] : ['CANCELLED']),
    ...(edited.has(order) && isStale && count('changed') !== 1 ? ['CHANGED'] : []),
  ]
}
