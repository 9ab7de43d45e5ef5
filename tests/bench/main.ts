import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, type Figure, judge } from './bench.ts'
import { billing } from './billing.ts'
import { boardRead } from './board-read.ts'
import { bundle } from './bundle.ts'
import { stopDatabase } from './database.ts'
import { dictionaryImport } from './dictionary.ts'
import { exportCommand } from './export-command.ts'
import { exportSheet } from './export.ts'
import { listPage, listSums } from './list-page.ts'
import { live } from './live.ts'
import { mailing } from './mailing.ts'
import { map } from './map.ts'
import { printTable } from './print-table.ts'
import { processes } from './processes.ts'
import { reads } from './reads.ts'
import { orderReport } from './report.ts'
import { saveRows } from './save-rows.ts'
import { terminal } from './terminal.ts'
import { ticket } from './ticket.ts'
import { version } from './version.ts'
import { webBoard } from './web-board.ts'
import { webRecords } from './web-records.ts'
import { wizard } from './wizard.ts'

const benches: readonly Bench[] = [
  version,
  bundle,
  boardRead,
  reads,
  saveRows,
  listPage,
  listSums,
  orderReport,
  exportSheet,
  exportCommand,
  dictionaryImport,
  wizard,
  billing,
  mailing,
  terminal,
  ticket,
  webBoard,
  webRecords,
  map,
  live,
  processes,
]

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const unknown = values.only?.find((name) => !benches.some((bench) => bench.name === name))
if (unknown !== undefined) {
  process.stderr.write(`There is no bench "${unknown}"; there are: ${benches.map(({ name }) => name).join(', ')}.\n`)
  process.exit(2)
}
const chosen = benches.filter(({ name }) => values.only?.includes(name) ?? true)

const figures: (Figure & { bench: string })[] = []
const failures: { bench: string; error: string }[] = []
for (const bench of chosen) {
  process.stderr.write(`bench: ${bench.name} …\n`)
  try {
    figures.push(...(await bench.run()).map((figure) => ({ ...figure, bench: bench.name })))
  } catch (error) {
    // If one fails, the others still run.
    failures.push({ bench: bench.name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
await stopDatabase()

const reports = path.resolve(import.meta.dirname, '..', '..', 'reports')
mkdirSync(reports, { recursive: true })
const judged = figures.map((figure) => ({ ...figure, verdict: judge(figure) }))
const report = { at: new Date().toISOString(), cores: availableParallelism(), node: process.version, figures: judged, failures }
writeFileSync(path.join(reports, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`)
printTable(judged, failures)
process.exitCode = failures.length > 0 || judged.some(({ verdict }) => verdict === 'over') ? 1 : 0
