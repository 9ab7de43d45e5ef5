import { type Card, type Marks, orderName, orderNumber, readList, readStations, setAvailability } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList, localized, quickPeriods, stationsOf } from '@tiffin/core/rules'
import type { Density } from '../board/card-lines.ts'
import { findColumns } from '../board/find-columns.ts'
import type { OrderActions } from '../board/use-order-actions.ts'
import type { ShownColumns } from '../board/use-shown-columns.ts'
import type { Command, ArgumentKind } from '../keys.ts'
import { sanitize } from '../theme/text.ts'
import { readPeriod } from '../pickers/period-picker.tsx'
import { usePausableMerchants } from '../pickers/availability-picker.tsx'
import type { Dialog } from '../view/dialog.ts'
import { matchValue } from './commands.ts'
import { availabilityValues, readAvailability } from './read-availability.ts'

interface Values {
  shown: ShownColumns
  actions: OrderActions
  /** The orders that a command applies to. */
  targetOrderIds: readonly number[]
  /** The merchant of the selected order. */
  merchant: number | undefined
  marks: Marks
  choose: (orderId: number) => void
  setDensity: (density: Density) => void
  setSound: (on: boolean) => void
  setDialog: (dialog: Dialog) => void
}

const ALL = 'all'
const densities: readonly Density[] = ['compact', 'detailed']
const switches = ['on', 'off'] as const

/** The arguments of commands: the values to complete, and the action of each. */
export function useCommandValues(values: Values) {
  const { shown, actions, targetOrderIds, merchant, marks, choose, setDensity, setSound, setDialog } = values
  const core = useCore()
  const { board, boardSettings, client, commands, notices, session, ports, serverClock, i18n } = core
  const paced = usePausableMerchants()
  const t = useTranslate()
  const lang = i18n.lang()
  const named = (text: Parameters<typeof localized>[0]) => sanitize(localized(text, lang))
  const targets = () => commands.targets(targetOrderIds)
  const statusName = ({ status }: ReturnType<typeof targets>[number]) => named(status.value)
  const merchants = () => board.store.getState().merchants
  const stations = () => stationsOf([...board.store.getState().rows.values()].map(({ cart }) => cart))
  const boards = () => boardSettings.store.getState().boards
  const cards = () => shown.columns.flatMap((column) => column.cards)
  const number = (card: Card) => orderNumber(card).slice(1)
  const nameOf = (card: Card) => sanitize(orderName(board.store.getState(), card, lang)).slice(1)

  function valuesOf(kind: ArgumentKind): readonly string[] {
    switch (kind) {
      case 'order':
        return cards().map(nameOf)
      case 'status':
        return targets()
          .filter(({ decision }) => decision.allowed)
          .map(statusName)
      case 'merchant':
        return [ALL, ...merchants().map(({ name }) => named(name))]
      case 'station':
        return [ALL, ...stations()]
      case 'period':
        return quickPeriods.map((name) => t(name))
      case 'board':
        return [ALL, ...boards().map(({ name }) => name)]
      case 'density':
        return densities
      case 'sound':
        return switches
      case 'language':
        return session.store.getState().languages.map(({ code }) => code)
      case 'pause':
      case 'busy':
        return availabilityValues[kind]
      case 'courier':
      case 'text':
        return []
    }
  }

  /** Returns whether the argument was valid. */
  function apply(command: Command<'board'>, argument: string): boolean | Promise<boolean> {
    switch (command) {
      case 'open': {
        const requested = argument.replace(/^#/, '')
        const named = cards().find((item) => nameOf(item) === requested)
        const alike = named ? [named] : cards().filter((item) => number(item) === requested)
        const found = alike.length > 0 ? alike : cards().filter(({ order_id }) => String(order_id) === requested)
        const [only, ...others] = found
        if (!only) return false
        if (others.length > 0) {
          notices.show('warning', '%1 matches several orders: %2', { params: [`#${requested}`, found.map(nameOf).join(', ')] })
          return true
        }
        choose(only.order_id)
        actions.act('open', [only.order_id])
        return true
      }
      case 'move': {
        const target = matchValue(targets(), statusName, argument)
        if (target) actions.answer(commands.move(targetOrderIds, target.status.order_status_id, undefined, marks))
        return target !== undefined
      }
      case 'cancel':
        actions.answer(commands.cancel(targetOrderIds, argument, marks))
        return true
      case 'search':
        board.setSearch(argument)
        return true
      case 'merchants': {
        const names = readList(argument)
        const found = names.map((name) => matchValue(merchants(), (entry) => named(entry.name), name)?.merchant_id)
        const all = argument.toLowerCase() === ALL
        const known = found.filter((id) => id !== undefined)
        if (!all && (names.length === 0 || known.length < names.length)) return false
        void board.choose(all ? 'all' : known)
        return true
      }
      case 'station': {
        const known = matchValue(stations(), (name) => name, argument)
        if (argument.toLowerCase() === ALL) board.setStation('')
        else if (known === undefined) return showEarlierStation(argument).then(() => true)
        else board.setStation(known)
        return true
      }
      case 'period': {
        const period = matchValue(quickPeriods, (name) => t(name), argument) ?? readPeriod(argument)
        if (period) void board.setPeriod(period)
        return period !== undefined
      }
      case 'boards':
        return applyBoard(argument) || boardSettings.refreshBoards().then(() => applyBoard(argument))
      case 'pause':
      case 'busy': {
        const timezone = session.store.getState().user?.company?.timezone ?? 'UTC'
        const change = readAvailability(command, argument, { now: serverClock.now(), timezone })
        const [only, ...others] = paced
        if (change && only && others.length === 0) void setAvailability(core, only.merchant_id, change)
        else if (change) setDialog({ name: command, change, merchant })
        return change !== undefined
      }
      case 'density': {
        const density = matchValue(densities, (candidate) => candidate, argument)
        if (density) setDensity(density)
        return density !== undefined
      }
      case 'sound': {
        const wanted = matchValue(switches, (one) => one, argument)
        if (wanted) setSound(wanted === 'on')
        return wanted !== undefined
      }
      case 'language': {
        const found = session.store.getState().languages.find(({ code }) => code === argument)
        if (found) session.setLang(found.code).catch((error: unknown) => ports.log("can't load the language", error))
        return found !== undefined
      }
      default:
        return false
    }
  }

  /** A named board, all columns, or columns by name. Boards saved elsewhere may not be read yet when the line is entered. */
  function applyBoard(argument: string): boolean {
    if (argument.toLowerCase() === ALL) {
      shown.choose('all')
      return true
    }
    const found = matchValue(boards(), ({ name }) => name, argument)
    if (found) {
      shown.showBoard(found)
      return true
    }
    const { columns, unknown } = findColumns(argument, board.store.getState().statuses)
    if (unknown.length > 0 || columns.length === 0) return false
    shown.choose(columns)
    return true
  }

  /** Shows a station that only earlier orders have, or lists the stations: a mistyped one would hide all orders. */
  async function showEarlierStation(argument: string): Promise<void> {
    const earlier = await readStations(client).catch((error: unknown) => {
      ports.log("can't read the stations of earlier orders", error)
      return []
    })
    const all = stationsOf([...stations(), ...earlier].map((station) => [{ station }]))
    const known = matchValue(all, (name) => name, argument)
    if (known !== undefined) board.setStation(known)
    else
      notices.show('negative', 'No order has station %1. Stations: %2. Press S to choose a new name.', {
        params: [argument, formatList([ALL, ...all].map(sanitize), lang)],
      })
  }

  return { valuesOf, apply }
}
