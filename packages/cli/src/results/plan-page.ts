import type { CommandTranslate } from '../texts/command-key.ts'
import { escapeText, formatValue } from './format-value.ts'

interface Page {
  title: string
  totals: string
  columns: readonly string[]
  rows: readonly { action: string; [column: string]: unknown }[]
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for an element or a quoted attribute, without control characters. */
const escaped = (text: string): string => escapeText(text).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The page loads and runs nothing, even if a cell contains a script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #8884;padding:.25rem .5rem;text-align:start;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}
th{position:sticky;top:0;background:Canvas}
.created td:nth-child(2){color:#1a7f37}.changed td:nth-child(2){color:#9a6700}
.deleted td:nth-child(2),.refused td:nth-child(2){color:#cf222e;font-weight:600}`

/** The plan of an import as one HTML page: totals, then a table of differences. */
export function planPage({ title, totals, columns, rows }: Page, lang: string, t: CommandTranslate): string {
  const cells = (row: Page['rows'][number]): string =>
    columns.map((column) => `<td><bdi>${escaped(formatValue(row[column], lang))}</bdi></td>`).join('')
  const body = rows.map((row) => `<tr class="${escaped(row.action)}">${cells(row)}</tr>`).join('\n')
  return `<!doctype html>
<html lang="${escaped(lang)}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(totals)}</p>
${
  rows.length === 0
    ? `<p>${escaped(t('No results'))}</p>`
    : `<table><thead><tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')}</tr></thead>
<tbody>
${body}
</tbody></table>`
}
</html>
`
}
