import { encode } from 'uqr'

/**
 * A QR code as text: two rows per line, or in ASCII two characters per module. Characters are dark modules; the caller
 * draws them black on white.
 */
export function qrLines(text: string, ascii: boolean): string[] {
  const { data } = encode(text, { ecc: 'L', border: 2 })
  if (ascii) return data.map((row) => row.map((dark) => (dark ? '##' : '  ')).join(''))
  return Array.from({ length: Math.ceil(data.length / 2) }, (_, line) => {
    const [upper = [], lower = []] = [data[line * 2], data[line * 2 + 1]]
    return upper.map((dark, column) => halfBlocks[(dark ? 2 : 0) + (lower[column] === true ? 1 : 0)]).join('')
  })
}

const halfBlocks = [' ', '▄', '▀', '█']
