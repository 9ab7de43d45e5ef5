import fs from 'fs'
import path from 'path'
import { capture } from './capture.mjs'
import { Failure, adviceFor } from './failure.mjs'

/** By default npm and pnpm retry each failing request for 70 s, too long without a message. */
export const retries = (prefix) =>
  ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=5000'].map((flag) => prefix + flag)

/** The npm that runs this script, otherwise the one on PATH. */
function npmCommand(env) {
  const running = env.npm_execpath
  if (running && running.endsWith('npm-cli.js') && fs.existsSync(running)) return [process.execPath, running]
  return ['npm']
}

/**
 * Fetches a package of the registry into `folder`, completely or not at all: it is unpacked next to it and renamed, so
 * that an interrupted run leaves nothing that looks complete. Throws a Failure that tells the user what to do.
 */
export async function fetchPackage({ spec, folder, env }) {
  const partial = folder + '.' + process.pid + '.partial'
  fs.rmSync(partial, { recursive: true, force: true })
  fs.mkdirSync(partial, { recursive: true })
  fs.writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n')
  try {
    const [command, ...first] = npmCommand(env)
    const flags = [
      'install',
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      partial,
    ]
    const { code, output } = await capture(command, first.concat(flags, retries('--'), spec), { cwd: partial, env })
    if (code === 127 && /ENOENT/.test(output))
      throw new Failure(
        'npm was not found.',
        "Install Node.js together with npm (https://nodejs.org or your system's packages), then run the same command again.",
      )
    if (code !== 0) throw new Failure('npm could not fetch ' + spec + '.', adviceFor(output, path.dirname(folder)), output)
    fs.renameSync(partial, folder)
  } finally {
    fs.rmSync(partial, { recursive: true, force: true })
  }
}
