#!/usr/bin/env node
import { VERSION_LINE } from './build-info.ts'
import { startLean } from './lean-start.ts'

// The version is asked for by scripts and at every prompt; it must not wait for what only other commands need.
const args = process.argv.slice(2)
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION_LINE}\n`)
else {
  startLean(process)
  process.exitCode = await (await import('./run.ts')).run(args)
}
