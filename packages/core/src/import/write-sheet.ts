/** Writes rows of texts as one sheet. All cells are texts, so that no program computes or reformats them. */
export async function writeSheet(rows: readonly (readonly string[])[], format: 'xlsx' | 'csv'): Promise<Uint8Array> {
  if (format === 'csv') return new TextEncoder().encode(`\uFEFF${rows.map(csvLine).join('')}`)
  const { utils, write } = await import('xlsx')
  // Carriage returns don't survive XML.
  const cells = rows.map((row) => row.map((text) => ({ t: 's' as const, v: text.replaceAll(/\r\n?/g, '\n') })))
  const book = utils.book_new(utils.aoa_to_sheet(cells, { dense: true }), 'Sheet1')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((text) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
