import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const head = `# Proofs

How much the tests notice; [development.md](development.md) says how to measure it again.

A mutation run makes one small change after another to the sources and runs the tests of the part. A change that no test notices
survives; the score is the share noticed. \`npm run proofs -- --mutate rules\` measures a part, rewrites its line here, and lists
the survivors in \`reports/survivors-rules.txt\`. Values computed once when a file is loaded are left out.

Part | Score | Changes | Survivors | Date
--- | --- | --- | --- | ---
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

/** One line for each survivor: its place, its kind and its replacement. */
export const formatSurvivors = (result) =>
  mutantsOf(result)
    .filter(({ status }) => unnoticed.has(status))
    .map(({ file, location: { start }, status, mutatorName, replacement = '' }) => {
      const untested = status === 'NoCoverage' ? ' (no test comes here)' : ''
      return `${file}:${start.line}:${start.column} ${mutatorName}${untested}: ${replacement.replaceAll(/\s+/g, ' ')}\n`
    })
    .join('')

/** The page with the line of this part updated from the run. */
export function withPart(page, part, result, date) {
  const { killed, survivors, score } = countMutants(result)
  const line = `${part} | ${score.toFixed(1)} % | ${killed + survivors} | ${survivors} | ${date}`
  const lines = page
    .slice(head.length)
    .split('\n')
    .filter((each) => each !== '' && !each.startsWith(`${part} |`))
  return `${head}${[...lines, line].sort((a, b) => a.localeCompare(b)).join('\n')}\n`
}

export function updatePage(file, part, result) {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : head
  writeFileSync(file, withPart(page.startsWith(head) ? page : head, part, result, new Date().toISOString().slice(0, 10)))
}
