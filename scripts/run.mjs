// The entry point of every root script: `node scripts/run.mjs <task> [arguments]`. Everything until a newer Node takes over
// (this file, bootstrap.mjs and bootstrap/) must load on any Node from 14.18: no dependencies, no top-level await, no newer
// syntax or API.
import path from 'path'
import { fileURLToPath, pathToFileURL } from 'url'
import { bootstrap } from './bootstrap.mjs'
import { runForeground } from './bootstrap/foreground.mjs'
import { formatFailure } from './bootstrap/failure.mjs'

const scripts = path.dirname(fileURLToPath(import.meta.url))
const tasksFile = path.join(scripts, 'tasks.mjs')

async function main() {
  const args = process.argv.slice(2)
  const tools = await bootstrap({ root: path.dirname(scripts), install: args[0] !== 'pnpm' })
  if (tools.node !== process.execPath) return runForeground(tools.node, [tasksFile].concat(args), { env: tools.env })
  Object.assign(process.env, tools.env)
  const tasks = await import(pathToFileURL(tasksFile).href)
  return tasks.runTask(args)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    process.stderr.write(formatFailure(error))
    process.exitCode = 1
  },
)
