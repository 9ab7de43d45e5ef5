import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type ContentStore, isContentName } from './content-store.ts'
import { createContentStore } from './create-content-store.ts'
import { type FakeS3, startFakeS3 } from './fake-s3.fixture.ts'

const bytes = Buffer.from('a picture')
const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`
const all = async (store: ContentStore): Promise<string[]> => {
  const found: string[] = []
  for await (const item of store.names()) found.push(item)
  return found
}

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'tiffin-store-'))
  return () => rmSync(home, { recursive: true, force: true })
})

describe('folder', () => {
  const open = () => createContentStore(readConfig({}), home)
  const files = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((item) => item.isFile())

  it('API-34: stores a picture once in a file that only its owner can read, and finds it after a restart', async () => {
    await open().put(name, bytes)
    await open().put(name, bytes)
    await Promise.all([open().put(name, bytes), open().put(name, bytes)])
    expect(await open().get(name)).toEqual(bytes)
    expect(files().map((file) => file.name)).toEqual([name])
    expect(await all(open())).toEqual([name])
  })

  it('API-34: is empty at first, and finds no missing file', async () => {
    expect(await open().get(name)).toBeUndefined()
    expect(await all(open())).toEqual([])
    expect(readdirSync(home)).toEqual([])
  })

  it('API-34: leaves nothing of a file that could not be written', async () => {
    writeFileSync(path.join(home, 'content'), 'in the way')
    await expect(open().put(name, bytes)).rejects.toMatchObject({ code: 'content_unavailable' })
    rmSync(path.join(home, 'content'))
    mkdirSync(path.join(home, 'content', name.slice(0, 2), name), { recursive: true })
    await expect(open().get(name)).rejects.toMatchObject({ code: 'content_unavailable' })
    expect(files()).toEqual([])
  })

  it('API-34: backs up only pictures, not the partial files of a killed server', async () => {
    await open().put(name, bytes)
    writeFileSync(path.join(home, 'content', name.slice(0, 2), 'half.part'), 'half')
    chmodSync(path.join(home, 'content'), 0o700)
    expect(await all(open())).toEqual([name])
  })
})

it.each([
  [name, true],
  [name.replace('.webp', '-200.webp'), true],
  [name.replace('.webp', '-201.webp'), false],
  [name.replace('.webp', '.wav'), true],
  [name.replace('.webp', '.bin'), true],
  [name.replace('.webp', '-200.wav'), false],
  [`../${name}`, false],
  [name.toUpperCase(), false],
  [`${name}\n`, false],
  ['', false],
])('API-34: %j is a valid file name: %s', (text, is) => {
  expect(isContentName(text)).toBe(is)
})

describe('bucket', () => {
  let s3: FakeS3
  beforeEach(async () => {
    s3 = await startFakeS3({ key: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-central-1', bucket: 'pictures' })
    return () => s3.stop()
  })
  const open = (more: Record<string, string> = {}) =>
    createContentStore(
      readConfig({
        TIFFIN_S3_URL: `${s3.url}/pictures`,
        TIFFIN_S3_KEY: 'AKIDEXAMPLE',
        TIFFIN_S3_SECRET: 'wJalrXUtnFEMI/K7MDENG',
        TIFFIN_S3_REGION: 'eu-central-1',
        ...more,
      }),
      home,
    )

  it('API-34: stores a picture under its name with signed requests, and nothing locally', async () => {
    expect(await open().get(name)).toBeUndefined()
    await open().put(name, bytes)
    expect(await open().get(name)).toEqual(bytes)
    expect(s3.objects.get(name)).toMatchObject({ bytes, type: 'image/webp' })
    expect(readdirSync(home)).toEqual([])
    expect(await all(open())).toEqual([])
  })

  it('API-34: writes with a name prefix', async () => {
    await open({ TIFFIN_S3_URL: `${s3.url}/pictures/tiffin/` }).put(name, bytes)
    expect([...s3.objects.keys()]).toEqual([`tiffin/${name}`])
  })

  it.each([
    ['a wrong secret', { TIFFIN_S3_SECRET: 'another' }],
    ['a wrong key', { TIFFIN_S3_KEY: 'another' }],
    ['another region', { TIFFIN_S3_REGION: 'us-east-1' }],
    ['an unreachable bucket', { TIFFIN_S3_URL: 'http://127.0.0.1:9/pictures' }],
  ])('API-34: says with %s that files can’t be stored', async (_what, env) => {
    await expect(open(env).put(name, bytes)).rejects.toMatchObject({ code: 'content_unavailable' })
    await expect(open(env).get(name)).rejects.toMatchObject({ code: 'content_unavailable' })
    expect(s3.objects.size).toBe(0)
  })

  it('API-34: retries a few times when the service fails', async () => {
    s3.fail(2)
    await open().put(name, bytes)
    expect(s3.objects.has(name)).toBe(true)
    s3.fail(100)
    await expect(open().get(name)).rejects.toMatchObject({ code: 'content_unavailable' })
  })

  it('API-34: refuses an incomplete configuration', () => {
    expect(() => readConfig({ TIFFIN_S3_URL: s3.url })).toThrow(/TIFFIN_S3_KEY/)
  })
})
