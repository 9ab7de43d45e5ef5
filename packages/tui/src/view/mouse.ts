/** A mouse event, in cells from 0. */
export interface MouseEvent {
  kind: 'press' | 'up' | 'down'
  column: number
  row: number
}

/** Button reports in SGR format: exact beyond column 223, and distinct from keys. */
export const mouseOn = '\u001B[?1000h\u001B[?1006h'
export const mouseOff = '\u001B[?1006l\u001B[?1000l'

/** The left button presses and wheel events in a chunk of input; other buttons are ignored. */
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
