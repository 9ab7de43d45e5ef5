import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'
import { applyBreak, draw, readBreaks } from '../proofs/breaks.mjs'
import { mutate } from '../proofs/mutate.mjs'
import { runNamed } from '../proofs/run-named.mjs'
import { snapshot, workingCopy } from '../proofs/working-copy.mjs'
import { testsById } from '../requirements-docs.mjs'

const aim = 0.95
const say = (text) => process.stdout.write(`${text}\n`)
const seedOf = (seed) => Number(seed ?? Math.floor(Math.random() * 1_000_000))
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

function readOptions(args) {
  try {
    return parseArgs({
      args,
      options: {
        sample: { type: 'string' },
        seed: { type: 'string' },
        area: { type: 'string' },
        id: { type: 'string' },
        list: { type: 'boolean', default: false },
        workers: { type: 'string', default: '2' },
        mutate: { type: 'string' },
        only: { type: 'string' },
        share: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new Failure(error.message, 'See "Proofs" in docs/development.md.')
  }
}

/** The sample of mutants to draw; undefined means all. */
function sampleOf({ share, seed }) {
  if (share === undefined) return undefined
  if (!(Number(share) > 0 && Number(share) < 1))
    throw new Failure(`--share ${share} is not between 0 and 1.`, 'Example: --share 0.05 --seed 7')
  return { share: Number(share), seed: seedOf(seed) }
}

function list(breaks) {
  for (const { at, id, file, search, replace } of breaks) say(`${at} ${id} ${file}: ${search} --> ${replace}`)
  const areas = Map.groupBy(breaks, ({ id }) => id.split('-')[0])
  say([...areas].map(([area, held]) => `${area} ${held.length}`).join('  '))
  say(`${breaks.length} breaks of ${new Set(breaks.map(({ id }) => id)).size} requirements`)
}

/** Red (and in which test), green, or broken if there was no result. */
async function tryBreak(copy, each, filesById) {
  const file = path.join(copy.folder, each.file)
  if (!filesById.has(each.id)) return { state: 'broken', says: 'no test names the ID' }
  if (!existsSync(file)) return { state: 'broken', says: 'there is no such file' }
  const original = readFileSync(file, 'utf8')
  const { source, problem: mismatch } = applyBreak(original, each)
  if (mismatch) return { state: 'broken', says: mismatch }
  writeFileSync(file, source)
  try {
    const { red, problem } = await runNamed({ folder: copy.folder, ids: [each.id], filesById })
    if (red) return { state: 'red', says: `${red.file}: ${red.title}`, red }
    return problem ? { state: 'broken', says: problem } : { state: 'green', says: filesById.get(each.id).join(', ') }
  } finally {
    writeFileSync(file, original)
  }
}

/** Tests that are red without any break prove nothing. Results are cached by snapshot. */
async function redWithoutBreak(root, { tree, copy, results }) {
  const file = path.join(root, '.cache/proofs/baseline.json')
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const known = new Map(Object.entries(kept.tree === tree ? kept.tests : {}))
  const keyOf = (test) => `${test.file}: ${test.title}`
  const unknown = results.filter(({ red }) => red && !known.has(keyOf(red)))
  if (unknown.length > 0) {
    const files = new Map(unknown.map(({ id }) => [id, []]))
    for (const { id, red } of unknown) files.get(id).push(red.file)
    const { tests } = await runNamed({ folder: copy.folder, ids: [...files.keys()], filesById: files, bail: false })
    for (const test of tests.filter(({ title }) => title)) known.set(keyOf(test), known.get(keyOf(test)) === true || test.isRed)
    writeFileSync(file, JSON.stringify({ tree, tests: Object.fromEntries(known) }))
  }
  // A test that did not run without the break also counts as red.
  return ({ red }) => known.get(keyOf(red)) !== false
}

async function prove(root, breaks, workers) {
  const start = Date.now()
  const filesById = testsById(root)
  mkdirSync(path.join(root, '.cache/proofs'), { recursive: true })
  const tree = await snapshot(root)
  const copies = []
  for (let number = 1; number <= Math.min(workers, breaks.length); number += 1)
    copies.push(await workingCopy(root, `copy-${number}`, tree))
  const queue = [...breaks]
  const results = []
  const work = async (copy) => {
    for (let each = queue.shift(); each; each = queue.shift()) {
      const began = Date.now()
      const result = { ...each, ...(await tryBreak(copy, each, filesById)) }
      results.push(result)
      say(`${result.state.padEnd(6)} ${each.id.padEnd(9)} ${seconds(began).padStart(5)}  ${each.at}  ${result.says}`)
    }
  }
  await Promise.all(copies.map(work))
  const isRedWithoutBreak = await redWithoutBreak(root, { tree, copy: copies[0], results })
  const red = results.filter(({ state }) => state === 'red')
  const doubtful = red.filter(isRedWithoutBreak)
  for (const { id, at, says } of doubtful) say(`broken ${id.padEnd(9)}        ${at}  red without the break, too: ${says}`)
  const proven = red.length - doubtful.length
  const share = proven / results.length
  say(`${proven} of ${results.length} breaks red: ${(share * 100).toFixed(1)} % (aim ${aim * 100} %) in ${seconds(start)}`)
  return share < aim ? 1 : 0
}

/** The task: see "Proofs" in docs/development.md. Returns the exit code. */
export async function proofs(root, args) {
  const options = readOptions(args)
  // The copies share the modules installed here; pnpm would reinstall them with links into the copy.
  process.env.pnpm_config_verify_deps_before_run = 'false'
  if (options.mutate) return mutate(root, { part: options.mutate, only: options.only, sample: sampleOf(options) })
  const { area, id, sample } = options
  const chosen = readBreaks(root).filter((each) => (!area || each.id.startsWith(`${area}-`)) && (!id || each.id === id))
  if (chosen.length === 0) throw new Failure('no break is chosen.', 'tests/breaks has none of that area or ID.')
  if (options.list) {
    list(chosen)
    return 0
  }
  const seed = seedOf(options.seed)
  const drawn = sample ? draw(chosen, Number(sample), seed) : chosen
  say(sample ? `${drawn.length} of ${chosen.length} breaks, seed ${seed}` : `all ${drawn.length} breaks`)
  return prove(root, drawn, Number(options.workers))
}
