#!/usr/bin/env node
import { VERSION_LINE } from './build-info.ts'
import { languageOf } from './choose-language.ts'
import { restartWithMemoryFlags } from './memory-flags.ts'
import { watchOutput } from './watch-output.ts'

// Scripts and prompts ask for the version; it must not wait for modules that only other commands need.
const args = process.argv.slice(2)
const lang = languageOf(args, process.env)
watchOutput(lang)
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION_LINE}\n`)
else {
  restartWithMemoryFlags(process)
  process.exitCode = await (await import('./run.ts')).run(args, lang)
}
