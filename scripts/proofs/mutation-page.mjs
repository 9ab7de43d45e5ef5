import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const head = `# Proofs

How many small changes to the code the tests notice. [Development](development.md#mutations) says how to measure it again.

A mutation run makes one small change after another to the sources and runs the tests of the part. A change that no test notices
survives; the score is the share noticed. Values computed once when a file is loaded are left out. In large parts, only a random
sample is tried: the score of all changes is within the given margin in 19 of 20 samples.

Part | Score | Changes | Of all | Survivors | Date
--- | --- | --- | --- | --- | ---
`
const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])

const mutantsOf = ({ files }) =>
  Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))

/** Counts the mutants of a run and how many were noticed; those that Stryker ignores don't count. */
export function countMutants(result) {
  const mutants = mutantsOf(result)
  const killed = mutants.filter(({ status }) => noticed.has(status)).length
  const survivors = mutants.filter(({ status }) => unnoticed.has(status)).length
  return { killed, survivors, score: (100 * killed) / (killed + survivors) }
}

const brief = (code) => {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** The text at a place; lines and columns count from 1. */
function textAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines.push(lines.pop().slice(0, end.column - 1))
  return lines.join('\n').slice(start.column - 1)
}

/** One line for each survivor: its place, the original code and the mutated code. */
export const formatSurvivors = (result) =>
  mutantsOf(result)
    .filter(({ status }) => unnoticed.has(status))
    .map(({ file, location, status, replacement = '' }) => {
      const untested = status === 'NoCoverage' ? ' (no test comes here)' : ''
      const change = `${brief(textAt(result.files[file].source, location))} --> ${brief(replacement)}`
      return `${file}:${location.start.line}:${location.start.column}${untested} ${change}\n`
    })
    .join('')

/** Half the width of the 95 % interval of a sample's score, in points. */
const marginOf = ({ killed, survivors, score }) => 1.96 * Math.sqrt((score * (100 - score)) / (killed + survivors))

/** The page with the line of this part updated from the run; `sample` is missing if all changes were tried. */
export function withPart(page, { part, result, sample, date }) {
  const counts = countMutants(result)
  const { killed, survivors } = counts
  const score = `${counts.score.toFixed(1)}${sample ? ` ± ${marginOf(counts).toFixed(1)}` : ''} %`
  const share = sample ? `${+(sample.share * 100).toFixed(2)} %, seed ${sample.seed}` : 'all'
  const list = `[${survivors}](survivors/${part}.txt)`
  const line = [part, score, killed + survivors, share, list, date].join(' | ')
  const rows = page.split('\n')
  const lines = rows
    .slice(rows.findIndex((each) => each.startsWith('--- |')) + 1)
    .filter((each) => each !== '' && !each.startsWith(`${part} |`))
  return `${head}${[...lines, line].sort((a, b) => a.localeCompare(b)).join('\n')}\n`
}

/** Writes the part's line in docs/proofs.md, and the list of its survivors. */
export function updatePage(root, run) {
  const file = path.join(root, 'docs/proofs.md')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : head
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(file, withPart(page, { ...run, date }))
  const list = path.join(root, `docs/survivors/${run.part}.txt`)
  mkdirSync(path.dirname(list), { recursive: true })
  writeFileSync(list, formatSurvivors(run.result))
}
