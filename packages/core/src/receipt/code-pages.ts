import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { CodePage, PrinterProfile } from './printer-profile.ts'

const known = new Map<CodePage, Map<string, boolean>>()

/** Asks the encoder itself, so that this check always matches the sent bytes. */
function ask(page: CodePage, character: string): boolean {
  const encoder = new ReceiptPrinterEncoder({ columns: 32, newline: '\n', codepageMapping: { [page]: 0 } })
  const bytes = encoder.codepage(page).text(character).newline().encode()
  const [escape, select, number, code, end] = bytes
  const single = bytes.length === 5 && escape === 0x1b && select === 0x74 && number === 0 && end === 0x0a
  // Code pages have pictures in place of control characters, but a printer executes those instead of printing them.
  return single && code !== undefined && code >= 0x80
}

const isAscii = (character: string): boolean => character >= ' ' && character <= '~'

/** Whether a printer can print this character on this code page. */
export function isInCodePage(page: CodePage, character: string): boolean {
  if (isAscii(character)) return true
  if (character.length !== 1) return false
  let characters = known.get(page)
  if (!characters) known.set(page, (characters = new Map<string, boolean>()))
  let has = characters.get(character)
  if (has === undefined) characters.set(character, (has = ask(page, character)))
  return has
}

export interface PageRun {
  page: CodePage
  text: string
}

/**
 * Splits a text into runs, each within one code page of the printer, changing pages as rarely as possible. Undefined if
 * none of its pages has one of the characters.
 */
export function pageRuns(text: string, { pages }: PrinterProfile, current: CodePage): PageRun[] | undefined {
  const runs: PageRun[] = []
  let page = current
  for (const character of text) {
    if (!isInCodePage(page, character)) {
      const other = pages.find(([name]) => isInCodePage(name, character))
      if (!other) return undefined
      page = other[0]
    }
    const last = runs.at(-1)
    if (last?.page === page) last.text += character
    else runs.push({ page, text: character })
  }
  return runs
}

/** The text with "?" for every character that none of the printer's code pages has. */
export const replaceUnprintable = (text: string, { pages }: PrinterProfile): string =>
  Array.from(text, (character) => (pages.some(([page]) => isInCodePage(page, character)) ? character : '?')).join('')
