import { exitCodes, failure } from '../failure.ts'

/** The first Node with argon2, which hashes passwords. Other commands run on older ones. */
const [MAJOR, MINOR] = [24, 7]

/**
 * The server, for the commands that run one or work on its data.
 * @throws `node_outdated` on a Node that can't run it, `package_missing` without an optional package that it needs
 */
export async function loadServer() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
    throw failure(exitCodes.failed, 'node_outdated')('The server needs Node.js %1 or newer; this is %2', {
      params: [`${MAJOR}.${MINOR}`, process.versions.node],
    })
  }
  try {
    return await import('@tiffin/server')
  } catch (error) {
    const missing = /^Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1]
    if (missing === undefined) throw error
    throw failure(exitCodes.failed, 'package_missing')('The package %1 is not installed', {
      params: [missing],
      next: ['Install the command again, with its optional packages'],
    })
  }
}

export type Server = Awaited<ReturnType<typeof loadServer>>
