import { describe, expect, it } from 'vitest'
import { printedDocuments, printedPage, type PrintedRows, printedText, readPrintedRows, reportDocuments } from './printed-rows.ts'

const format = { lang: 'en', timezone: 'Europe/Berlin', country: 'DE', currency: '€' }
const column = (title: string, kind: 'text' | 'money', sum = false) => ({ title, kind, blank: '', sum })
const columns = [column('ID', 'text'), column('Total', 'money', true), column('Discount', 'money', true)]
const found = (count: number): PrintedRows => ({
  columns,
  rows: Array.from({ length: count }, (_, at) => [`${at + 1}`, '10.10', at % 2 ? '0.05' : '']),
})

/** The stream in parts of some bytes, as a network delivers it. */
const streamOf = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
}

describe('printed rows', () => {
  const place = {
    entity: { key: 'order_id' },
    sums: ['total'],
    blank: { courier: 'No courier' as const },
    fields: ['order_id', 'total', 'courier'],
    t: String,
  }
  const head = JSON.stringify({ top: ['Orders report'], columns: [{ title: 'Заказ', kind: 'number' }, { title: 'Total', kind: 'money' }, { title: 'Courier', kind: 'text' }] }) // prettier-ignore
  const text = `${head}\n["48834","10.00",""]\n["B\\nC","0.50","Carl"]\n`

  it.each([1, 3, 1000])('are read from parts of %i bytes', async (size) => {
    expect(await readPrintedRows(streamOf(text, size), place)).toEqual({
      columns: [
        { title: 'Заказ', kind: 'text', blank: '', sum: false },
        { title: 'Total', kind: 'money', blank: '', sum: true },
        { title: 'Courier', kind: 'text', blank: 'No courier', sum: false },
      ],
      rows: [
        ['48834', '10.00', ''],
        ['B\nC', '0.50', 'Carl'],
      ],
    })
  })

  it.each(['', head, text.slice(0, -1)])('are refused if the end is missing: %#', async (part) => {
    await expect(readPrintedRows(streamOf(part, 9), place)).rejects.toMatchObject({ code: 'export_broken' })
  })

  it.each([
    [0, ['1–0 0.00 0.00']],
    [1, ['1–1 10.10 0.00']],
    [3, ['1–3 30.30 0.05']],
    [7, ['1–3 30.30 0.05', '4–6 60.60 0.15 after 30.30 0.05', '7–7 70.70 0.15 after 60.60 0.15']],
  ])('REPORT-21: %i rows are printed in documents of three, with the sums carried forward', (count, expected) => {
    const texts = printedDocuments(found(count), 3).map(({ first, last, sums, before }) =>
      [`${first}–${last}`, ...sums.slice(1), ...(before.length > 0 ? ['after', ...before.slice(1)] : [])].join(' '),
    )
    expect(texts).toEqual(expected)
  })

  it.each([
    ['money', '1234.50', '1,234.50 €'],
    ['number', '12', '12'],
    ['date', '2026-11-21', 'Nov 21, 2026'],
    ['moment', '2026-11-21T22:30:00.000Z', 'Nov 21, 2026, 23:30'],
    ['text', '<b>', '<b>'],
    ['text', '', 'No courier'],
  ] as const)('show a %s as lists do: %j', (kind, value, text) => {
    expect(printedText(value, { title: '', kind, blank: 'No courier', sum: false }, format)).toBe(text)
  })
})

it('documents without summed columns have no rows of sums', () => {
  const amounts = columns.map((column) => ({ ...column, sum: false }))
  const documents = printedDocuments({ columns: amounts, rows: [['1', '2.00', ''], ['2', '3.00', '']] }, 1) // prettier-ignore
  expect(documents.map(({ before, sums }) => [before, sums])).toEqual([[[], []], [[], []]]) // prettier-ignore
})

describe('REPORT-20: a printed page', () => {
  const page = (count: number, at: number, size = 2): string => {
    const rows = found(count)
    const document = printedDocuments(rows, size)[at] as ReturnType<typeof printedDocuments>[number]
    return printedPage(rows, document, {
      title: 'Orders <report>',
      notes: ['Paid: "Yes"'],
      dir: 'rtl',
      format,
      labels: { total: 'Total', before: 'Brought forward', after: 'Carried forward' },
    })
  }

  it('has the filters, the columns, the rows and the sums', () => {
    const html = page(2, 0)
    for (const part of [
      'dir="rtl"',
      'Orders &lt;report&gt;',
      'Paid: &quot;Yes&quot;',
      '<th>ID</th>',
      '10.10 €',
      '<th>Total</th>',
      '20.20 €',
      '0.05 €',
    ])
      expect(html).toContain(part)
    expect(html.match(/<tr>/g)).toHaveLength(3)
  })

  it('begins and ends with the sums carried forward, and only the last one has the total', () => {
    expect([page(3, 0).includes('Carried forward'), page(3, 0).includes('Brought forward')]).toEqual([true, false])
    expect([page(3, 1).includes('Brought forward'), page(3, 1).includes('<th>Total</th>')]).toEqual([true, true])
  })
})

describe('a printed report', () => {
  const rows = [['TEN', '1.00', ''], ['HUNDRED', '2.00', '0.50'], ['Total', '3.00', '0.50'], ['Previous period', '4.00', '']] // prettier-ignore
  const labels = { total: 'Total', before: 'Brought forward', after: 'Carried forward' }
  const pages = (size: number): string[] => {
    const { found, documents } = reportDocuments({ columns, rows, sums: 2 }, size)
    return documents.map((document) => printedPage(found, document, { title: '', notes: [], dir: 'ltr', format, labels }))
  }

  it('has its sums below the last row, and a dash where there is nothing to average', () => {
    const [page = ''] = pages(10)
    const lines = [...page.matchAll(/<tr.*?<\/tr>/g)].map(([line]) => line.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'))
    expect(lines).toEqual([
      '|ID|Total|Discount|',
      '|TEN|1.00 €|–|',
      '|HUNDRED|2.00 €|0.50 €|',
      '|Total|3.00 €|0.50 €|',
      '|Previous period|4.00 €|–|',
    ])
  })

  it('carries nothing forward between documents', () => {
    const [first = '', last = ''] = pages(1)
    expect([first.includes('forward'), first.includes('3.00 €'), last.includes('<th>Previous period</th>')]).toEqual([false, false, true]) // prettier-ignore
  })
})
