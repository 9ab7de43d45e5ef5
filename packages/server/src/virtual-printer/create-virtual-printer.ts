import { layoutJob, readCartChanges, renderText, type TicketOrder } from '@tiffin/core/receipt'
import type { PrintJob, PrintPurpose } from '@tiffin/sdk/contract'
import { isWireError, type Wire } from '#simulator/wire'

/** A printed ticket. */
export interface PrinterOutput {
  print_job_id: number
  order_id: number
  merchant: number
  purpose: PrintPurpose
  copy: 0 | 1
  /** ISO timestamp. */
  printed: string
  /** Lines of at most 42 characters. */
  text: string
}

export interface VirtualPrinter {
  /** Prints waiting tickets; never throws. */
  step(): Promise<void>
  /** Newest first. */
  papers(): readonly PrinterOutput[]
  start(): void
  stop(): Promise<void>
}

const CONSOLE = 'Virtual printer'
const MAX_KEPT = 50
const COLUMNS = 42
const STEP_MS = 2000
/** Longer than a console with a real printer takes to claim a ticket, so that such a console always goes first. */
const GRACE_MS = 6000

/** English, since dictionary keys are English texts. */
const english = (key: string, params: readonly (string | number)[] = []): string =>
  key.replaceAll(/%([1-4])/g, (place, index) => String(params[Number(index) - 1] ?? place))

/** A console whose printer is a list: it claims tickets with a lease like any other and keeps them as text. */
export function createVirtualPrinter(options: {
  wire: Wire
  timezone: string
  /** Two-letter code of the company's country. */
  country?: string
  now?: () => number
  onProblem?: (error: unknown) => void
}): VirtualPrinter {
  const { wire, timezone, country = '', now = Date.now, onProblem = () => {} } = options
  const papers: PrinterOutput[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  async function print(print_job_id: number): Promise<void> {
    const { data } = await wire.call<{ data: { job: PrintJob | null; order: TicketOrder | null } }>('Print', 'claim', {
      console: CONSOLE,
      print_job_id,
    })
    const { job, order } = data
    if (!job || !order) return
    const text = render(job, order)
    await wire.call('Print', 'begin', { print_job_id, console: CONSOLE, revision: order.revision })
    const { order: order_id, merchant, purpose, copy } = job
    papers.unshift({ print_job_id, order_id, merchant, purpose, copy, printed: new Date(now()).toISOString(), text })
    papers.splice(MAX_KEPT)
    await wire.call('Print', 'confirm', { print_job_id, console: CONSOLE })
  }

  function render(job: PrintJob, order: TicketOrder): string {
    const lines = layoutJob(order, {
      columns: COLUMNS,
      lang: 'en',
      t: english,
      timezone,
      country,
      purpose: job.purpose,
      copy: job.copy === 1,
      changes: job.purpose === 'changed' ? readCartChanges(job.content) : undefined,
    })
    return renderText(lines, COLUMNS)
  }

  async function once(): Promise<void> {
    try {
      const search = [
        { key: 'state', prm: 'queued' },
        { key: 'created', op: '<', prm: new Date(now() - GRACE_MS).toISOString() },
      ]
      const { data } = await wire.call<{ data: { print_job: { data: Pick<PrintJob, 'print_job_id'>[] } } }>(
        'Reference',
        'getData',
        {
          tables: [{ table: 'print_job', include: ['print_job_id'], search, order: [{ field: 'print_job_id' }], limit: [0, 10] }],
        },
      )
      for (const { print_job_id } of data.print_job.data) {
        await print(print_job_id).catch((error: unknown) => {
          // Another console was faster, or the order was cancelled; in that case the ticket is marked CANCELLED after the lease.
          if (!isWireError(error) || !['lease_lost', 'order_cancelled'].includes(error.code ?? '')) throw error
        })
      }
    } catch (error) {
      onProblem(error)
    }
  }

  const step = (): Promise<void> => (running ??= once().finally(() => (running = undefined)))
  const loop = (): void => {
    if (stopped) return
    timer = setTimeout(() => void step().then(loop), STEP_MS)
    timer.unref()
  }

  return {
    step,
    papers: () => papers,
    start: loop,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
