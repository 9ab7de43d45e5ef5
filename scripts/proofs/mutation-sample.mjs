import { createHash } from 'node:crypto'
import path from 'node:path'

/** A number from 0 to 1 that depends only on the seed and the mutant, so the same seed always draws the same mutants. */
export function lotOf(seed, { fileName, mutatorName, replacement, location: { start, end } }, folder = process.cwd()) {
  const place = [path.relative(folder, fileName), start.line, start.column, end.line, end.column]
  const digest = createHash('sha256').update(JSON.stringify([seed, ...place, mutatorName, replacement]))
  return digest.digest().readUInt32BE() / 2 ** 32
}

/** A checker that refuses the mutants that are not drawn: Stryker doesn't run these, and the score leaves them out. */
class SampleChecker {
  static inject = ['options']

  constructor({ sample }) {
    this.sample = sample
  }

  async init() {}

  async check(mutants) {
    const { share, seed } = this.sample
    const status = (mutant) => (lotOf(seed, mutant) < share ? 'passed' : 'compileError')
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, { status: status(mutant), reason: 'not drawn' }]))
  }

  /** Puts all mutants into one group. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

// The names that Stryker reads.
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
export const strykerValidationSchema = { properties: { sample: { type: 'object' } } }
