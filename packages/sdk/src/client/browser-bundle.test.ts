import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { describe, expect, it } from 'vitest'

async function bundle(entry: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@tiffin/source'],
    outdir: '/bundle',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return metafile
}

const files = (metafile: Metafile) => Object.keys(metafile.inputs)
const ofSocketPackage = /node_modules\/ws\//

/** Modules that a file of the bundle imports but that are not in the bundle. */
const outside = (metafile: Metafile) =>
  Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter((item) => item.external).map((item) => item.path))

describe('bundles for browsers', () => {
  it('bundles the client with axios’ browser build only', async () => {
    const metafile = await bundle('./index.ts')
    expect(outside(metafile)).toEqual([])
    expect(files(metafile).filter((file) => ofSocketPackage.test(file))).toEqual([])
    expect(files(metafile).filter((file) => /axios\/lib\/(platform\/node|adapters\/http\.js)/.test(file))).toEqual([])
    expect(files(metafile).some((file) => file.endsWith('axios/lib/adapters/xhr.js'))).toBe(true)
  })

  it('bundles the live connection with only a stub of ws, in a chunk that no browser loads', async () => {
    const metafile = await bundle('../live/index.ts')
    expect(outside(metafile).filter((name) => builtinModules.includes(name.replace('node:', '')))).toEqual([])
    const entry = Object.values(metafile.outputs).find((output) => output.entryPoint?.endsWith('live/index.ts'))
    expect(Object.keys(entry?.inputs ?? {}).filter((file) => ofSocketPackage.test(file))).toEqual([])
    expect(files(metafile).filter((file) => ofSocketPackage.test(file))).toEqual([expect.stringMatching(/ws\/browser\.js$/)])
  })
})
