import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { optional, required } from './outside.mjs'

// Builds the folder of the npm package from the build output: the bundle, the console that `serve` offers, the manual page and
// completions. Everything else that the command needs is in the bundle.
const [folder] = process.argv.slice(2)
const inFolder = (...parts) => path.join(folder, ...parts)
rmSync(folder, { recursive: true, force: true })
for (const part of ['chunks', 'migrations', 'tiffin.js']) cpSync(`dist/${part}`, inFolder('dist', part), { recursive: true })
cpSync('../web/dist', inFolder('web/dist'), { recursive: true })
for (const [file, to] of [
  ['README.md', 'README.md'],
  ['../../LICENSE', 'LICENSE'],
])
  cpSync(file, inFolder(to))

const tiffin = (line) => execFileSync(process.execPath, [inFolder('dist/tiffin.js'), ...line.split(' '), '--lang', 'en'])
for (const [file, line] of [
  ['man/tiffin.1', 'man'],
  ['completions/tiffin.bash', 'completion bash'],
  ['completions/_tiffin', 'completion zsh'],
  ['completions/tiffin.fish', 'completion fish'],
]) {
  mkdirSync(path.dirname(inFolder(file)), { recursive: true })
  writeFileSync(inFolder(file), tiffin(line))
}

const { name, version, license, type, dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const versions = Object.entries({ ...dependencies, ...optionalDependencies })
const chosen = (patterns) =>
  Object.fromEntries(versions.filter(([own]) => patterns.some((pattern) => path.matchesGlob(own, pattern))))
const manifest = {
  name,
  version,
  description: 'Orders, boards and data of a delivery platform from the command line.',
  license,
  type,
  bin: { tiffin: 'dist/tiffin.js' },
  man: 'man/tiffin.1',
  files: ['completions', 'dist', 'man', 'web'],
  // `serve` and `demo` say that they need a newer one.
  engines: { node: '>=22.22' },
  dependencies: chosen(required),
  optionalDependencies: chosen(optional),
}
writeFileSync(inFolder('package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
