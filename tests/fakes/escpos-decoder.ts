// How a printer interprets bytes: typed from printer manuals, not from the encoder under test.

const box = '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀'
const letters = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('')

const cp437 = `ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»${box}αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0`
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const cp858 = cp850.replace('ı', '€')
const cp866 = `${letters(0x410, 0x43f)}${box}${letters(0x440, 0x44f)}ЁёЄєЇїЎў°∙·√№¤■\u00a0`
const cp1251 = 'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\ufffd™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї' + letters(0x410, 0x44f)
const cp1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ' + letters(0xa0, 0xff)

/** Code pages by the number after `ESC t` on Epson and Rongta printers. */
export const epsonPages: Readonly<Record<number, string>> = { 0: cp437, 2: cp850, 16: cp1252, 17: cp866, 19: cp858, 46: cp1251 }
/** Most unbranded printers for 58-mm paper. */
export const clonePages: Readonly<Record<number, string>> = { 0: cp437, 2: cp850, 16: cp1252, 17: cp866, 19: cp858, 23: cp1251 }
export const rongtaPages: Readonly<Record<number, string>> = { 0: cp437, 2: cp850, 6: cp1251, 7: cp866 }

export interface PaperRow {
  text: string
  /** Style of the last character printed in the row. */
  style: { bold: boolean; inverted: boolean; width: number; height: number }
  /** True if anything in the row was printed white on black. */
  inverted: boolean
}
export interface Picture {
  kind: 'picture'
  width: number
  height: number
  /** Rows of dots; black is true. */
  dots: boolean[][]
}
export type PaperItem =
  ({ kind: 'row' } & PaperRow) | Picture | { kind: 'qr'; data: string } | { kind: 'cut' } | { kind: 'drawer' }

export interface PrinterOutput {
  items: PaperItem[]
  /** Commands in order, such as `ESC @`, `FS .`, `ESC t 17`. */
  commands: string[]
  /** Bytes that this printer does not understand and would print as garbage. */
  unknown: number[]
}

/** Decodes ESC/POS like a printer with these code pages. */
export function decodeEscpos(bytes: Uint8Array, pages: Readonly<Record<number, string>> = epsonPages): PrinterOutput {
  const paper: PrinterOutput = { items: [], commands: [], unknown: [] }
  let chinese = true
  let page = pages[0] ?? ''
  let style = { bold: false, inverted: false, width: 1, height: 1 }
  let row: PaperRow = { text: '', style, inverted: false }
  let stored = ''
  let at = 0
  const next = (): number => bytes[at++] ?? 0
  const feed = () => {
    paper.items.push({ kind: 'row', ...row, text: row.text.trimEnd() })
    row = { text: '', style, inverted: false }
  }
  const print = (text: string) => {
    row = { text: row.text + text, style: { ...style }, inverted: row.inverted || style.inverted }
  }

  function escape() {
    const command = String.fromCharCode(next())
    paper.commands.push(`ESC ${command}`)
    if (command === '@') {
      style = { bold: false, inverted: false, width: 1, height: 1 }
      page = pages[0] ?? ''
      chinese = true
    } else if (command === 't') {
      const number = next()
      paper.commands[paper.commands.length - 1] = `ESC t ${number}`
      page = pages[number] ?? '\ufffd'.repeat(128)
    } else if (command === 'E') style = { ...style, bold: (next() & 1) === 1 }
    else if (command === 'M' || command === 'a') next()
    else if (command === 'p') {
      at += 3
      paper.items.push({ kind: 'drawer' })
    } else paper.unknown.push(0x1b, command.charCodeAt(0))
  }

  function picture() {
    at += 2
    const across = next() + next() * 256
    const height = next() + next() * 256
    const dots = Array.from({ length: height }, () =>
      Array.from({ length: across }, next).flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte & (0x80 >> bit)) !== 0)),
    )
    if (row.text !== '') feed()
    paper.items.push({ kind: 'picture', width: across * 8, height, dots })
  }

  function symbol() {
    at += 1
    const length = next() + next() * 256
    const body = bytes.subarray(at, at + length)
    at += length
    if (body[1] === 0x50) stored = new TextDecoder().decode(body.subarray(3))
    if (body[1] === 0x51) paper.items.push({ kind: 'qr', data: stored })
  }

  function group() {
    const command = String.fromCharCode(next())
    paper.commands.push(`GS ${command}`)
    if (command === '!') {
      const size = next()
      style = { ...style, width: (size >> 4) + 1, height: (size & 15) + 1 }
    } else if (command === 'B') style = { ...style, inverted: (next() & 1) === 1 }
    else if (command === 'V') {
      next()
      paper.items.push({ kind: 'cut' })
    } else if (command === 'v') picture()
    else if (command === '(') symbol()
    else if (command === 'r') next()
    else paper.unknown.push(0x1d, command.charCodeAt(0))
  }

  while (at < bytes.length) {
    const byte = next()
    if (byte === 0x0a) feed()
    else if (byte === 0x1b) escape()
    else if (byte === 0x1d) group()
    else if (byte === 0x1c) {
      const command = String.fromCharCode(next())
      paper.commands.push(`FS ${command}`)
      if (command === '.') chinese = false
      else paper.unknown.push(0x1c, command.charCodeAt(0))
    } else if (byte === 0x10) at += 2
    else if (byte < 0x20 || byte === 0x7f) paper.unknown.push(byte)
    else if (byte < 0x80) print(String.fromCharCode(byte))
    else if (chinese) {
      at += 1
      print('中')
    } else print(page[byte - 0x80] ?? '\ufffd')
  }
  if (row.text !== '') feed()
  return paper
}

/** The paper as plain lines; a picture becomes `[picture]`. */
export const paperText = ({ items }: PrinterOutput): string =>
  items
    .flatMap((item) => (item.kind === 'row' ? [item.text] : item.kind === 'picture' ? ['[picture]'] : []))
    .map((line) => `${line}\n`)
    .join('')
