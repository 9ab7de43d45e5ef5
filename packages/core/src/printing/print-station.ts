import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PrintPurpose } from '@tiffin/sdk/contract'
import { isApiError, type PrintJob } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import { orderName } from '#board/order-name'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import type { PrinterTransport, RasterLine } from '#receipt/index'
import { isPrinterError } from '#receipt/printer'
import { createConfirmations } from '#outbox/kinds/confirmations'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { createHeldTickets } from './held-tickets.ts'
import { createOffer, readOffered } from './offered-printers.ts'
import { printNext, type PrintOutcome } from './print-next.ts'
import { changedPrinter, keepPrinters, newPrinter, type PrinterSettings, readPrinters } from './printer-settings.ts'
import { askHealth, type PrinterHealth } from './printer-watch.ts'
import { needsPerson, type OpenTicket, type PrintAlarm } from './read-jobs.ts'
import { createSheets } from './sheets.ts'
import { createTicketReader } from './ticket-reader.ts'

/** A printer that was found: plugged in, or at an address that answers (PRINT-11). */
export interface FoundPrinter {
  address: string
  name: string
}

export interface PrintStationState {
  /** `tcp://…`, `usb://…`, `file://…` or `virtual:…`; undefined when no printer is chosen (PRINT-09). */
  address: string | undefined
  /** Prints what is queued for the shown merchants by itself (BOARD-10, BOARD-49). */
  on: boolean
  /** Printers used or found before, those in use first (PRINT-04). */
  printers: readonly PrinterSettings[]
  /** By address; a printer that was not asked yet is missing. */
  health: Readonly<Record<string, PrinterHealth>>
  searching: boolean
  busy: boolean
  /** What stands in the way of printing, as a key of the dictionary; undefined when nothing does. */
  trouble: string | undefined
  tickets: readonly OpenTicket[]
  alarms: readonly PrintAlarm[]
}

/** The printers of one console and the tickets that go to them. */
export interface PrintStation {
  store: StoreApi<PrintStationState>
  /** Begins to listen and to print; the board is open. */
  start(): void
  stop(): void
  /** Makes it the one printer of this console; throws PrinterError for an address that cannot be read. */
  choose(address: string | undefined): void
  /** Uses a printer beside the others, or no longer; throws PrinterError for an address that cannot be read. */
  setActive(address: string, active: boolean): void
  setOn(on: boolean): void
  /** Changes what is known of a printer; kept at once (PRINT-03). */
  change(address: string, change: Partial<PrinterSettings>): void
  forget(address: string): void
  /** Takes over what another program with this storage has set, such as another tab. */
  reread(): void
  /** Looks for printers and asks the known ones how they are (PRINT-10). */
  find(): Promise<void>
  /** Prints a page that shows whether the profile fits (PRINT-06). */
  test(address: string): Promise<void>
  /** Asks for a ticket of an order and prints it here (PRINT-12, PRINT-13). */
  print(orderId: number, purpose?: PrintPurpose): Promise<void>
  /** Prints a doubtful ticket again, marked COPY; one that waits is tried now. */
  again(ticket: PrintAlarm): Promise<void>
  dismiss(ticket: PrintAlarm): Promise<void>
}

export interface PrintStationOptions {
  client: Client
  board: Board
  session: SessionStore
  notices: Notices
  i18n: I18n
  ports: Ports
  serverClock: ServerClock
  /** Names this console before the server. */
  console: string
  /** The way to an address; throws PrinterError. */
  open: (address: string) => PrinterTransport
  /** Printers that are plugged in or answer. */
  find?: () => Promise<readonly FoundPrinter[]>
  /** Lets others choose the printers of this console while it prints by itself, as kitchens do. */
  offers?: boolean
  /** Draws lines in scripts that printers have no letters for; asked for when the first such line comes. */
  raster?: () => Promise<RasterLine>
}

const ON = 'printer_on'
const EVERY_MS = 5000
/** At the start and every so many ticks a printer that does nothing is asked how it is. */
const ASK_EVERY = 3

/** Prints claimed tickets one after the other, tells how it went, and keeps the alarms in sight (KDS-12). */
export function createPrintStation(options: PrintStationOptions): PrintStation {
  const { client, board, session, notices, i18n, ports } = options
  const { storage, clock } = ports
  const store = createStore<PrintStationState>(() => {
    const printers = readPrinters(storage)
    return {
      address: printers.find(({ active }) => active)?.address,
      on: storage.get(ON) === '1',
      printers,
      health: {},
      searching: false,
      busy: false,
      trouble: undefined,
      tickets: [],
      alarms: [],
    }
  })
  const { getState: get, setState: set } = store
  const sheets = createSheets({ session, i18n, open: options.open, raster: options.raster })
  const reader = createTicketReader({
    client,
    ports,
    onRead: (tickets) => running && set({ tickets, alarms: tickets.filter(needsPerson) }),
  })
  const held = createHeldTickets(options.serverClock.now)
  const offer = createOffer({
    client,
    ports,
    console: options.console,
    printers: () => (options.offers === true && running && get().on ? own() : []),
    merchants: () => board.store.getState().chosen,
  })
  let cancelTick = (): void => {}
  let stopListening = (): void => {}
  let running = false
  let ticks = 0
  /** The ticket printed last: what this console does with it is no reason to look for another. */
  let lastJob = 0
  /** Asks printers that do nothing how they are; a ticket does not wait for the answer. */
  let watching: AbortController | undefined
  /** Tickets leave one at a time, whoever asked for them. */
  let last: Promise<unknown> = Promise.resolve()

  const active = () => get().printers.filter((printer) => printer.active)
  /** Without those that stand for other consoles. */
  const own = () => active().filter(({ address }) => sheets.wayTo(address).kind !== 'elsewhere')
  const isWell = ({ address }: PrinterSettings): boolean => get().health[address]?.trouble === undefined
  /** One printer in trouble does not stop the others: those that a ticket needs are asked before it begins. */
  const isStopped = (): boolean => get().trouble !== undefined && !own().some(isWell)
  const company = () => session.company() ?? 0
  const confirmations = createConfirmations({ client: client.Print, ports, company })

  function setPrinters(printers: readonly PrinterSettings[]): void {
    const kept = keepPrinters(storage, printers)
    set({ printers: kept, address: kept.find((printer) => printer.active)?.address })
  }
  const isKnownToAnswer = (address: string): boolean =>
    get().printers.some((printer) => printer.address === address && printer.answers)
  function changePrinter(address: string, change: Partial<PrinterSettings>): void {
    setPrinters(get().printers.map((one) => (one.address === address ? changedPrinter(one, change) : one)))
  }

  /** Work with a printer, after what is under way. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      set({ busy: true })
      try {
        return await work()
      } finally {
        set({ busy: false })
      }
    }
    const result = last.then(run, run)
    last = result.catch(() => {})
    return result
  }

  /** One job, or the next of the shown merchants, after those that are under way. */
  function printOne(print_job_id?: number): Promise<PrintOutcome> {
    const printers = own()
    if (printers.length === 0) return Promise.resolve({ state: 'idle' })
    return inTurn(async () => {
      const { chosen } = board.store.getState()
      const whose = company()
      const outcome = await printNext({
        client: { ...client.Print, confirm: (ticket) => confirmations.confirm(whose, ticket) },
        now: () => clock.now(),
        render(job, order) {
          lastJob = job.print_job_id
          const named = printers.filter(({ address }) => address === job.printer)
          return sheets.ofJob(job, order, named.length > 0 ? named : printers)
        },
        console: options.console,
        // Who names a ticket means it, whatever merchants this board shows.
        ...(print_job_id === undefined ? (chosen === 'all' ? {} : { merchants: [...chosen] }) : { print_job_id }),
        log: ports.log,
      })
      held.note(outcome, print_job_id)
      return outcome
    })
  }

  function setTrouble(trouble: string | undefined): void {
    const before = get().trouble
    if (before === trouble) return
    set({ trouble })
    if (trouble !== undefined) notices.tell('negative', { message: trouble })
    else if (before !== undefined) notices.show('positive', 'Printer ready again')
  }

  /** Says how a ticket went; answers whether the next one may be tried at once. */
  function tell(outcome: PrintOutcome): boolean {
    if (outcome.state === 'idle') return false
    const ticket = nameOf(outcome.job.order, outcome.job.merchant)
    if (outcome.state === 'printed') {
      if (own().length === 1 || own().every(isWell)) set({ trouble: undefined })
      notices.show('positive', 'Ticket %1 printed', { params: [ticket] })
      return true
    }
    if (outcome.state === 'cancelled') {
      notices.tell('info', { message: messageOf(outcome.error) })
      return true
    }
    if (outcome.state === 'lost') notices.show('info', 'Another console has taken over this print job')
    else if (outcome.state === 'unconfirmed')
      notices.show('warning', 'Ticket %1 printed, but not confirmed by the server yet', { params: [ticket] })
    else {
      setTrouble(messageOf(outcome.error))
      void askAll()
    }
    if (outcome.state === 'unknown') void reader.read()
    return false
  }

  const nameOf = (order_id: number, merchant?: number): string =>
    orderName(board.store.getState(), { order_id, merchant }, i18n.lang())

  async function printQueued(): Promise<void> {
    let more = get().on && own().length > 0 && running
    if (more && isStopped()) {
      await askAll()
      // Printers that are known to be off take no ticket away from a console that has a better one.
      more = !isStopped()
    }
    // What waits for one printer does not hold up the others; the server gives it to nobody here before its time.
    const isFree = () => own().length > 1 || held.isDue()
    while (more && isFree()) {
      const oldest = held.isDue() ? held.next() : undefined
      // oxlint-disable-next-line no-await-in-loop -- a printer takes one ticket after the other
      const outcome = await printOne(oldest)
      // One that another console has printed meanwhile holds up nothing.
      const isTaken = outcome.state === 'idle' && oldest !== undefined
      more = (tell(outcome) || isTaken) && get().on && running
    }
  }

  let looking = false
  let lookAgain = false
  /** Prints what is queued; news that comes meanwhile is looked at right after, not at the next tick. */
  async function look(): Promise<void> {
    lookAgain = looking
    if (looking) return
    looking = true
    try {
      await printQueued()
    } catch (error) {
      ports.log('queued tickets were not printed', error)
    } finally {
      looking = false
    }
    if (lookAgain) await look()
  }
  const printing = (): void => void look()

  /** Asks the printers in use how they are; gives what stands in the way. */
  async function askAll(printers: readonly PrinterSettings[] = active(), signal?: AbortSignal): Promise<string | undefined> {
    const ask = async ({ address }: PrinterSettings) =>
      [address, await askHealth(sheets.wayTo(address), clock.now, signal)] as const
    const answers = await inTurn(() => Promise.all(printers.map(ask)))
    if (signal?.aborted) return get().trouble
    set({ health: { ...get().health, ...Object.fromEntries(answers) } })
    for (const [address, { status }] of answers)
      if (status.paper !== 'unknown' && !isKnownToAnswer(address)) changePrinter(address, { answers: true })
    const inUse = new Set(active().map(({ address }) => address))
    const states = answers.filter(([address]) => inUse.has(address)).map(([, health]) => health)
    const trouble = states.find((health) => health.trouble !== undefined)?.trouble
    held.hear(trouble === undefined)
    // One that says nothing has not said that it is well again.
    if (trouble !== undefined || states.every(({ status }) => status.online === 'yes')) setTrouble(trouble)
    return trouble
  }

  function heardOf(jobs: readonly (number | string)[]): void {
    reader.readSoon()
    if (jobs.length > 0 && jobs.every((job) => job === lastJob)) return
    watching?.abort()
    printing()
  }

  function watch(): void {
    if (get().busy || isStopped() || get().address === undefined) return
    watching = new AbortController()
    void askAll(active(), watching.signal)
  }

  function tick(): void {
    if (ticks % ASK_EVERY === 0) {
      watch()
      offer()
    }
    ticks += 1
    reader.retry()
    printing()
    confirmations.restore()
    cancelTick = clock.after(EVERY_MS, tick)
  }

  const failed = (error: unknown): void =>
    void notices.tell('negative', isApiError(error) ? error : { message: messageOf(error) })

  async function request(order_id: number, purpose: PrintPurpose, doubtful?: number): Promise<void> {
    if (get().address === undefined) {
      notices.show('warning', 'Choose a printer first')
      return
    }
    try {
      const at = readOffered(get().address)
      const again = doubtful === undefined ? {} : { print_job_id: doubtful }
      const { data } = await client.Print.request({ order_id, purpose, ...again, ...(at ? { at } : {}) })
      if (own().length === 0) notices.show('info', 'Ticket %1 is waiting for a kitchen printer', { params: [nameOf(order_id)] })
      await printNamed((data.job as PrintJob).print_job_id, order_id)
    } catch (error) {
      failed(error)
      await reader.read()
    }
  }

  /** Prints one ticket and says so when it is not its turn; a station that prints by itself may have been faster. */
  async function printNamed(print_job_id: number, order_id: number): Promise<void> {
    const outcome = await printOne(print_job_id)
    tell(outcome)
    await reader.read()
    const isWaiting = get().tickets.some((one) => one.print_job_id === print_job_id && one.state === 'queued')
    if (outcome.state === 'idle' && own().length > 0 && isWaiting)
      notices.show('info', 'Ticket %1 is waiting for a printer', { params: [nameOf(order_id)] })
  }

  /** Uses what has changed: the way to a printer, and whatever waits for one. */
  function changedUse(): void {
    set({ trouble: undefined })
    held.release()
    if (!running) return
    offer()
    void askAll()
    printing()
  }

  return {
    store,
    start() {
      if (running) return
      running = true
      stopListening = board.onChanged((table, ids) => {
        if (table === 'print_job') heardOf(ids)
      })
      void reader.read()
      tick()
    },
    stop() {
      running = false
      offer()
      cancelTick()
      confirmations.close()
      reader.stop()
      stopListening()
      set({ alarms: [], tickets: [] })
    },
    choose(address) {
      if (address !== undefined) options.open(address)
      const others = get().printers.filter((one) => one.address !== address)
      const wanted = address === undefined ? [] : [get().printers.find((one) => one.address === address) ?? newPrinter(address)]
      setPrinters([...wanted.map((one) => ({ ...one, active: true })), ...others.map((one) => ({ ...one, active: false }))])
      changedUse()
    },
    setActive(address, wanted) {
      options.open(address)
      if (!get().printers.some((one) => one.address === address)) setPrinters([...get().printers, newPrinter(address)])
      changePrinter(address, { active: wanted })
      changedUse()
    },
    setOn(on) {
      storage.set(ON, on ? '1' : undefined)
      set({ on })
      offer()
      printing()
    },
    change: changePrinter,
    forget(address) {
      setPrinters(get().printers.filter((one) => one.address !== address))
      changedUse()
    },
    reread() {
      const printers = readPrinters(storage)
      set({ printers, address: printers.find((printer) => printer.active)?.address })
    },
    async find() {
      set({ searching: true })
      try {
        const found = (await options.find?.()) ?? []
        const names = new Map(found.map(({ address, name }) => [address, name]))
        // A name that a person gave stays.
        const known = get().printers.map((one) =>
          [one.address, sheets.wayTo(one.address).name].includes(one.name)
            ? { ...one, name: names.get(one.address) ?? one.name }
            : one,
        )
        for (const { address } of known) names.delete(address)
        setPrinters([...known, ...[...names].map(([address, name]) => newPrinter(address, name))])
        await askAll(get().printers)
      } catch (error) {
        failed(error)
      } finally {
        set({ searching: false })
      }
    },
    async test(address) {
      const printer = get().printers.find((one) => one.address === address)
      if (!printer) return
      try {
        await inTurn(async () => {
          const { transport, bytes } = await sheets.ofTest(printer)
          await transport.send(bytes)
        })
        notices.show('positive', 'Test page printed')
      } catch (error) {
        failed(error)
      }
      await askAll([printer])
    },
    print: (orderId, purpose = 'kitchen') => request(orderId, purpose),
    async again(ticket) {
      if (ticket.state !== 'queued') return request(ticket.order, ticket.purpose, ticket.print_job_id)
      try {
        await printNamed(ticket.print_job_id, ticket.order)
      } catch (error) {
        failed(error)
        await reader.read()
      }
    },
    async dismiss(ticket) {
      try {
        await client.Print.dismiss({ print_job_id: ticket.print_job_id })
      } catch (error) {
        failed(error)
      }
      await reader.read()
    },
  }
}

/** A sentence of the dictionary for what went wrong. */
const messageOf = (error: unknown): string => (isApiError(error) || isPrinterError(error) ? error.message : 'Printer error')
