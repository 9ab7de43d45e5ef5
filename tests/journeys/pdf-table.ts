import { getDocumentProxy } from 'unpdf'
import type { Page } from './support.ts'

/** A part of a PDF's structure: an element with its parts, or marked content of the page. */
interface Part {
  role?: string
  children?: readonly Part[]
  id?: string
}
interface Item {
  type?: string
  id?: string
  str?: string
}

const partsOf = (part: Part, isWanted: (item: Part) => boolean): Part[] =>
  isWanted(part) ? [part] : (part.children ?? []).flatMap((entry) => partsOf(entry, isWanted))

/** The text of each marked content of a page. */
function textsOf(items: readonly Item[]): Map<string, string> {
  const texts = new Map<string, string>()
  let open = ''
  for (const { type, id, str } of items) {
    if (type !== undefined) open = id ?? ''
    else texts.set(open, (texts.get(open) ?? '') + (str ?? ''))
  }
  return texts
}

/**
 * Prints this HTML to PDF and returns the cells of its table, row by row, as a reader of the PDF finds them. Space is left
 * out, since lines of a cell may break anywhere. Empty cells are not in a PDF.
 */
export async function printedTable(page: Page, html: string): Promise<{ pages: number; rows: string[][] }> {
  const sheet = await page.context().newPage()
  await sheet.setContent(html)
  const pdf = await getDocumentProxy(new Uint8Array(await sheet.pdf({ tagged: true, preferCSSPageSize: true })))
  await sheet.close()
  const rows: string[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const paper = await pdf.getPage(number)
    const texts = textsOf((await paper.getTextContent({ includeMarkedContent: true })).items)
    const tree: Part = await paper.getStructTree()
    // Each page has the structure of the whole table, with the contents of that page.
    for (const [at, line] of partsOf(tree, ({ role }) => role === 'TR').entries()) {
      const cells = partsOf(line, ({ role }) => role === 'TD' || role === 'TH')
      const row = (rows[at] ??= cells.map(() => ''))
      for (const [column, cell] of cells.entries()) {
        const found = partsOf(cell, ({ id }) => id !== undefined).map(({ id }) => texts.get(id ?? '') ?? '')
        const text = found.join('').replaceAll(/\s/g, '')
        // Headings are repeated on every page; the lines of a cell may be split between two.
        if (row[column] !== text) row[column] = (row[column] ?? '') + text
      }
    }
  }
  return { pages: pdf.numPages, rows }
}
