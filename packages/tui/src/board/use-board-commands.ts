import { useState } from 'react'
import { type Card, type CursorPlace, type CursorStep, type CursorWatch, failureSentence, type Marks } from '@tiffin/core'
import { newOrdersOf } from '@tiffin/core/new-order'
import { useCore, useSelected } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { parseCommand } from '../command/commands.ts'
import { useCommandValues } from '../command/use-command-values.ts'
import type { Command } from '../keys.ts'
import type { Dialog } from '../view/dialog.ts'
import { useOptions } from '../view/options.ts'
import type { Density } from './card-lines.ts'
import { isLastingNotice, shownNotice } from './notice-line.tsx'
import { targetOfSeen } from './target-of-seen.ts'
import type { OrderActions, OrderCommand } from './use-order-actions.ts'
import type { ShownColumns } from './use-shown-columns.ts'

interface BoardControls {
  shown: ShownColumns
  actions: OrderActions
  chosen: CursorPlace
  /** Whether to ignore a key because another order has just moved under the cursor, or because it was repeated. */
  refuses: CursorWatch['refuses']
  marks: Marks
  setMarked: (marks: Marks) => void
  step: (step: CursorStep) => void
  choose: (orderId: number) => void
  /** Index of the first visible card in the chosen column: digits count from it. */
  firstShown: () => number
  /** The number of visible cards in the chosen column: page keys move by it. */
  screenful: () => number
  density: Density
  setDensity: (density: Density) => void
  setDialog: (dialog: Dialog) => void
  setLine: (line: 'search' | 'command' | null) => void
  quit: () => void
}

const isAboutOrders = (command: Command<'board'>): boolean => command === 'move' || command === 'cancel'

/** Runs the board's commands, by key or from the command line. */
export function useBoardCommands(controls: BoardControls) {
  const core = useCore()
  const { attention, board, boardSettings, commands, i18n, moves, notices, ports, session, unread } = core
  const { actions, chosen, marks, setMarked, shown, setDialog, setLine, density } = controls
  const { screenReader } = useOptions()
  const [earlier, setEarlier] = useState<readonly string[]>([])
  const orderId = chosen.card?.order_id
  const singleOrder = orderId === undefined ? [] : [orderId]
  const targetOrderIds = marks.size > 0 ? [...marks.keys()] : singleOrder
  const values = useCommandValues({ ...controls, targetOrderIds, merchant: chosen.card?.merchant, setDensity, setSound })

  function reportNoOrder(): void {
    notices.show('info', 'No order selected')
  }

  function forOrders(command: OrderCommand): void {
    const ids = command === 'open' || command === 'items' ? singleOrder : targetOrderIds
    if (ids.length === 0) return reportNoOrder()
    if (controls.refuses(command, ids === singleOrder ? orderId : undefined)) return
    actions.act(command, ids, marks)
    if (command === 'bump' || command === 'print') setMarked(new Map())
  }

  function tile(key: string): void {
    const card = controls.firstShown() + Number(key) - 1
    const cards = shown.columns[chosen.columnIndex]?.cards ?? []
    if (card < cards.length) controls.step({ card })
    else notices.show('info', 'No card %1 in this column', { params: [key] })
  }

  function page(direction: 1 | -1): void {
    controls.step({ card: chosen.cardIndex + direction * Math.max(1, controls.screenful()) })
  }

  function mark(cards: readonly Card[], on: boolean): void {
    const next = new Map(marks)
    for (const card of cards)
      if (on) next.set(card.order_id, card)
      else next.delete(card.order_id)
    setMarked(next)
  }

  function toggleMark(): void {
    const { card } = chosen
    if (!card) return reportNoOrder()
    if (controls.refuses('mark', card.order_id)) return
    mark([card], !marks.has(card.order_id))
    controls.step('down')
  }

  function markColumn(): void {
    const cards = shown.columns[chosen.columnIndex]?.cards ?? []
    if (cards.length === 0) return reportNoOrder()
    mark(cards, !cards.every(({ order_id }) => marks.has(order_id)))
  }

  function seen(): void {
    const { cancelled, news } = attention.store.getState()
    const target = targetOfSeen(targetOrderIds, { cancelled, news })
    if (target === 'cancelled') commands.seen(cancelled.map(({ order_id }) => order_id))
    else if (targetOrderIds.length === 0) reportNoOrder()
    else if (target === undefined) notices.show('info', 'Nothing to mark as seen')
    else if (!controls.refuses('seen', targetOrderIds === singleOrder ? orderId : undefined)) commands.markSeen(targetOrderIds)
  }

  function reload(): void {
    board.reload().catch((error: unknown) => {
      ports.log("can't reload the board", error)
      notices.showSentence('negative', failureSentence(error, board.store.getState()))
    })
  }

  function setSound(on: boolean): void {
    boardSettings.set({ sound: on })
    notices.show('info', on ? 'Sound on' : 'Sound off')
  }

  function setDensity(next: Density): void {
    if (screenReader) return void notices.show('info', 'The list for screen readers has no compact cards')
    controls.setDensity(next)
    notices.show('info', next === 'compact' ? 'Compact cards' : 'Detailed cards')
  }

  function mayTakeOrder(): boolean {
    const { user } = session.store.getState()
    if (user?.device) notices.show('info', 'Sign in with a password to take orders')
    else if (moves.level() !== 2) notices.show('info', "You don't have permission to do this")
    else if (user?.company?.enable !== 1) notices.show('info', 'The company is not enabled')
    else return true
    return false
  }

  function newOrder(): void {
    // Opened before the page, so that the next key already reaches its field.
    void newOrdersOf(core).open()
    setDialog({ name: 'newOrder' })
  }

  /** The conversation of the chosen order's customer if they have written, else the list. */
  function openChat(): void {
    const user = chosen.card?.user
    const hasWritten = user !== undefined && unread.store.getState().customers.has(user)
    setDialog(hasWritten ? { name: 'chat', user } : { name: 'chats' })
  }

  function back(): void {
    if (marks.size > 0) return setMarked(new Map())
    if (board.store.getState().search !== '') return board.setSearch('')
    const notice = shownNotice(notices.store.getState().notices)
    if (notice && isLastingNotice(notice)) notices.close(notice.id)
  }

  function run(command: Command<'board'>, key: string): void {
    switch (command) {
      case 'left':
      case 'right':
      case 'up':
      case 'down':
      case 'first':
      case 'last':
        return controls.step(command)
      case 'pageUp':
        return page(-1)
      case 'pageDown':
        return page(1)
      case 'tile':
        return tile(key)
      case 'open':
      case 'bump':
      case 'move':
      case 'cancel':
      case 'items':
      case 'courier':
      case 'print':
        return forOrders(command)
      case 'mark':
        return toggleMark()
      case 'markAll':
        return markColumn()
      case 'seen':
        return seen()
      case 'allSeen':
        return void actions.answer(commands.allSeen())
      case 'cancelledSeen':
        return commands.cancelledSeen()
      case 'undo':
        return commands.undo()
      case 'search':
        return setLine(command)
      case 'command':
        // Includes boards saved elsewhere since.
        void boardSettings.refreshBoards()
        return setLine(command)
      case 'back':
        return back()
      case 'sound':
        return setSound(!boardSettings.store.getState().sound)
      case 'density':
        return setDensity(density === 'compact' ? 'detailed' : 'compact')
      case 'reload':
        return reload()
      case 'newOrder':
        return void (mayTakeOrder() && newOrder())
      case 'answer':
        return void (mayTakeOrder() && newOrdersOf(core).answer() && newOrder())
      case 'chat':
        return openChat()
      case 'pause':
      case 'busy':
        return setDialog({ name: command, merchant: chosen.card?.merchant })
      case 'quit':
        return controls.quit()
      default:
        return setDialog({ name: command })
    }
  }

  function runLine(line: string): void {
    setEarlier([...earlier, line])
    const { word, argument } = parseCommand(line)
    if (!word) return void notices.show('negative', 'Unknown command: %1', { params: [line.trim()] })
    setLine(null)
    if (argument === '') return run(word.command, '')
    if (!word.argument) return void notices.show('negative', '%1 takes no argument', { params: [word.name] })
    if (isAboutOrders(word.command) && targetOrderIds.length === 0) return reportNoOrder()
    const { argument: kind } = word
    const refuse = (): void => {
      // Orders are on the screen.
      const known = kind === 'order' ? [] : values.valuesOf(kind)
      if (known.length === 0) notices.show('negative', '%1: unknown value %2', { params: [word.name, argument] })
      else
        notices.show('negative', '%1: unknown value %2. Known: %3', {
          params: [word.name, argument, formatList(known, i18n.lang())],
        })
    }
    void Promise.resolve(values.apply(word.command, argument)).then((isKnown) => isKnown || refuse())
  }

  const seenTarget = useSelected(attention.store, (state) => targetOfSeen(targetOrderIds, state))
  return { run, runLine, valuesOf: values.valuesOf, earlier, seenTarget }
}
