import { useRef } from 'react'
import { type Column, DOUBLE_PRESS_MS } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { useCommands } from '../keys/command-scopes.ts'
import type { CommandTrigger } from '../keys/keymap.ts'
import { type BoardCommand, boardKeys, commandNames, commandKeywords } from './board-keys.ts'
import { CARD } from './card-focus.ts'
import { useSelection } from './card-selection.ts'
import { orderAtDigit, adjacentOrder, placeOfCard, type Step } from './card-steps.ts'
import { useFocusFollowing } from './use-focus-following.ts'

/** Runs a command; `order` is the order of the focused card. */
export type RunCommand = (
  command: Exclude<BoardCommand, 'pick' | Step>,
  order: { id: number; merchant: number; card: HTMLElement } | undefined,
) => void

/** Commands that depend on the focus position; the palette omits them. */
const positionCommands: readonly BoardCommand[] = ['pick', 'up', 'down', 'left', 'right', 'none']
/** Commands for the order of the focused card. */
const onOrder: readonly BoardCommand[] = ['bump', 'choose', 'moves', 'courier', 'edit', 'command']
/** Those that also apply to selected cards. */
const orderCommands: readonly BoardCommand[] = ['moves', 'courier', 'command']
const toggleCommands: readonly BoardCommand[] = ['allDay', 'compact', 'sound', 'printer', 'usage']
const isStep = (command: BoardCommand): command is Step => ['up', 'down', 'left', 'right'].includes(command)

/** Left and right as on the screen. */
const onScreen = (step: Step): Step =>
  document.documentElement.dir === 'rtl' && (step === 'left' || step === 'right') ? (step === 'left' ? 'right' : 'left') : step

/** Registers the board's commands with keys, help and palette. */
export function useBoardKeys(columns: readonly Column[], run: RunCommand, without: readonly BoardCommand[] = []): void {
  const t = useTranslate()
  const { board, moves, notices } = useCore()
  const names = commandNames(t)
  const keywords = commandKeywords(t)
  const selection = useSelection()
  const watch = useFocusFollowing(columns)
  const toggled = useRef({ command: '', at: 0 })
  const perform = (command: BoardCommand, { digit, target }: CommandTrigger): void => {
    // A dragged card needs the arrow keys and Escape for itself.
    if (board.store.getState().dragging !== null) return
    const card = target.closest<HTMLElement>(CARD)
    const id = card ? Number(card.dataset['order']) : undefined
    if (command === 'pick') return pick(id, digit)
    if (isStep(command)) return void watch.go(id, (seen, from) => adjacentOrder(seen, placeOfCard(seen, from), onScreen(command)))
    const hasChosen = orderCommands.includes(command) && selection.marks().size > 0
    if (onOrder.includes(command) && id === undefined && !hasChosen) return void notices.show('info', 'No order selected')
    if (onOrder.includes(command) && watch.refuses(command, hasChosen ? undefined : id)) return
    if (isDoublePress(command)) return
    run(command, card && id !== undefined ? { id, merchant: moves.order(id)?.merchant ?? 0, card } : undefined)
  }
  function pick(focused: number | undefined, digit: number): void {
    const isFound = watch.go(focused, (seen, from) => orderAtDigit(seen, placeOfCard(seen, from), digit))
    if (!isFound) notices.show('info', 'No card %1 in this column', { params: [digit] })
  }
  /** An accidental double press would undo the toggle. */
  function isDoublePress(command: BoardCommand): boolean {
    const { command: last, at } = toggled.current
    const now = performance.now()
    if (!toggleCommands.includes(command)) return false
    toggled.current = { command, at: now }
    return last === command && now - at < DOUBLE_PRESS_MS
  }
  useCommands([
    {
      title: t('Order board'),
      commands: boardKeys
        .filter(({ command }) => !without.includes(command))
        .map(({ command, ...key }) => ({
          id: command,
          name: names[command],
          ...key,
          keyOnly: positionCommands.includes(command),
          keywords: keywords[command],
          applies: (target) =>
            !onOrder.includes(command) ||
            target.closest(CARD) !== null ||
            (orderCommands.includes(command) && selection.marks().size > 0),
          run: (press) => perform(command, press),
        })),
    },
  ])
}
