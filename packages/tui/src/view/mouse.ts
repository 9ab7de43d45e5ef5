/** What a mouse did, in cells from 0. */
export interface MouseEvent {
  kind: 'press' | 'up' | 'down'
  column: number
  row: number
}

/** Reports of buttons as SGR numbers: exact beyond column 223, and told apart from keys. */
export const mouseOn = '\u001B[?1000h\u001B[?1006h'
export const mouseOff = '\u001B[?1006l\u001B[?1000l'

/** The presses of the left button and the turns of the wheel in a piece of input; other buttons mean nothing here. */
export function mouseEvents(input: string): MouseEvent[] {
  // oxlint-disable-next-line no-control-regex -- reports begin with an escape
  return [...input.matchAll(/\u001B\[<(\d{1,4});(\d{1,5});(\d{1,5})M/g)].flatMap(([, button, column, row]) => {
    const kind = kinds[Number(button)]
    return kind === undefined ? [] : [{ kind, column: Number(column) - 1, row: Number(row) - 1 }]
  })
}

const kinds: Readonly<Record<number, MouseEvent['kind']>> = { 0: 'press', 64: 'up', 65: 'down' }

export interface Area {
  column: number
  row: number
  width: number
  height: number
}

export const isWithin = ({ column, row, width, height }: Area, at: { column: number; row: number }): boolean =>
  at.column >= column && at.column < column + width && at.row >= row && at.row < row + height
