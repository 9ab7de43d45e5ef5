import { useCore, useTranslate } from '@tiffin/core/react'
import { useCommands } from '../keys/command-scopes.ts'
import type { Press } from '../keys/keymap.ts'
import { type BoardCommand, boardKeys, commandNames } from './board-keys.ts'

/** Carries out a command; `order` is the one whose card has the focus. */
export type RunCommand = (
  command: Exclude<BoardCommand, 'pick' | Step>,
  order: { id: number; merchant: number; card: HTMLElement } | undefined,
) => void

const CARD = '[data-order]'

const cardsOf = (column: Element | null | undefined): HTMLElement[] => [...(column?.querySelectorAll<HTMLElement>(CARD) ?? [])]
const focus = (card: HTMLElement | undefined): void => card?.querySelector<HTMLElement>('.open')?.focus()

type Step = 'up' | 'down' | 'left' | 'right'
/** Commands about where the focus is; the palette has none of them. */
const placed: readonly BoardCommand[] = ['pick', 'up', 'down', 'left', 'right', 'none']
/** Commands about the order whose card has the focus. */
const onOrder: readonly BoardCommand[] = ['bump', 'choose']
const isStep = (command: BoardCommand): command is Step => ['up', 'down', 'left', 'right'].includes(command)

/** The next card in a direction; left and right as on the screen, past columns without cards. */
function cardBeside(
  step: Step,
  { columns, column, place }: { columns: readonly Element[]; column: Element | undefined; place: number },
): HTMLElement | undefined {
  const cards = cardsOf(column)
  if (place < 0) return cards[0]
  if (step === 'up' || step === 'down') return cards[step === 'up' ? Math.max(0, place - 1) : place + 1]
  const forwards = (step === 'right') === (document.documentElement.dir !== 'rtl')
  const at = column ? columns.indexOf(column) : -1
  const others = forwards ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
  const next = cardsOf(others.find((other) => other.querySelector(CARD)))
  return next[Math.min(place, next.length - 1)]
}

/** Offers what can be done on the board: by key, in the help and in the palette. */
export function useBoardKeys(run: RunCommand, without: readonly BoardCommand[] = []): void {
  const t = useTranslate()
  const { board, moves } = useCore()
  const names = commandNames(t)
  const perform = (command: BoardCommand, { digit, target }: Press): void => {
    // A card that is carried takes the arrows and Escape for itself.
    if (board.store.getState().dragging !== null) return
    const card = target.closest<HTMLElement>(CARD)
    const columns = [...document.querySelectorAll('[data-testid=board] .column')]
    const column = card?.closest('.column') ?? columns.find((each) => each.querySelector(CARD))
    if (command === 'pick') return focus(cardsOf(column)[digit - 1])
    const place = card ? cardsOf(column).indexOf(card) : -1
    if (isStep(command)) return focus(cardBeside(command, { columns, column, place }))
    const id = Number(card?.dataset['order'])
    run(command, card ? { id, merchant: moves.order(id)?.merchant ?? 0, card } : undefined)
    // Whoever works a column off stays in it.
    if (command === 'bump' && place >= 0) {
      requestAnimationFrame(() => focus(cardsOf(column)[place] ?? cardsOf(column).at(-1)))
    }
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
          keyOnly: placed.includes(command),
          applies: (target) => !onOrder.includes(command) || target.closest(CARD) !== null,
          run: (press) => perform(command, press),
        })),
    },
  ])
}
