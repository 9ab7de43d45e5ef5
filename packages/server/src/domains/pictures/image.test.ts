import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeS3 } from '#content/fake-s3.fixture'
import { storeWithinQuota } from '#content/storage-quota'
import { makePicture } from '#content/pictures.fixture'
import { type FakeImageServices, startFakeImageServices } from '#providers/fake-image-services.fixture'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'
import { fullRunOnly, sampled } from '#server/test/full'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
  await server.database.asOwner('update company set allow_ai = 1')
})
afterAll(() => server.stop())

const stored = () => readdirSync(server.home, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
const base64 = (bytes: Buffer): string => bytes.toString('base64')
const send = (method: string, data: unknown, options = {}): Promise<Answer> =>
  server.call('Image', method, data, { token, ...options })
const save = (bytes: Buffer, more: Record<string, unknown> = {}): Promise<Answer> =>
  send('save', { filename: 'logo.png', data: base64(bytes), width: 1000, height: 1000, ...more })
const nameOf = (answer: Answer): string => (answer['data'] as { filename: string }).filename
const fetched = (name: string, init?: RequestInit) => fetch(`${server.url}/content/${name}`, init)
const bytesOf = async (name: string): Promise<Buffer> => Buffer.from(await (await fetched(name)).arrayBuffer())

describe('Image/save', () => {
  sampled.it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'API-34: stores a %s as WebP at canvas and preview size, named after its content',
    async (type) => {
      const answer = await save(await makePicture({ width: 1200, height: 1100, type, disc: true }), {
        width: 1200,
        height: 1100,
        field: 'merchant.logo',
      })
      expect(answer).toMatchObject({ status: 'OK', data: { status: 'OK' } })
      const name = nameOf(answer)
      const bytes = await bytesOf(name)
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.webp`)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 1000 })
      for (const side of [200, 300, 400]) {
        const preview = await bytesOf(name.replace('.webp', `-${side}.webp`))
        expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
      }
    },
  )

  fullRunOnly.it('API-34: stores the same picture as the same file, whatever name the client gives it', async () => {
    const picture = await makePicture({ width: 1000, height: 1000, disc: true, background: '#123456' })
    const first = nameOf(await save(picture))
    const before = stored()
    for (const filename of ['../../etc/passwd', 'x'.repeat(255), '', 'a.svg'])
      expect(nameOf(await save(picture, { filename }))).toBe(first)
    expect(nameOf(await save(picture, { data: `data:image/png;base64,${base64(picture)}` }))).toBe(first)
    expect(stored()).toEqual(before)
  })

  const fields = [
    ['IMG-03', 'tariff.img', 1000],
    ['IMG-04', 'company.logo', 1000],
    ['IMG-05', 'company.cover', 1200],
    ['IMG-06', 'merchant.logo', 1000],
    ['IMG-07', 'merchant.cover', 1200],
    ['IMG-08', 'courier.img', 1000],
    ['IMG-09 IMG-10', 'admin.img', 500],
    ['IMG-11', 'cuisine.img', 600],
    ['IMG-11', 'merchant_type.img', 600],
    ['IMG-12', 'banner.img', 1000],
    ['IMG-13', 'user.img', 600],
  ] as const
  it.each(fields)('%s IMG-02: stores %s %i square, and refuses smaller ones', async (_ids, field, side) => {
    const by = field === 'tariff.img' ? { token: await server.signIn('platform') } : {}
    const put = async (size: { width: number; height: number }) =>
      send('save', { filename: 'x', data: base64(await makePicture(size)), ...size, field }, by)
    const whole = await put({ width: side + 40, height: side })
    expect(await sharp(await bytesOf(nameOf(whole))).metadata()).toMatchObject({ width: side, height: side })
    expect(await put({ width: side, height: side - 1 })).toMatchObject({
      http: 200,
      code: 'image_too_small',
      error: 'Image is too small %1x%2, required %3x%4',
      params: [side, side - 1, side, side],
    })
  })

  it('IMG-20: stores a picture for a field without a canvas within 300 by 750', async () => {
    const icon = await makePicture({ width: 800, height: 600 })
    const answer = await save(icon, { width: 800, height: 600, field: 'pay_type.icon' })
    expect(await sharp(await bytesOf(nameOf(answer))).metadata()).toMatchObject({ width: 300, height: 225 })
  })

  it('API-34: keeps transparency, or makes it white', async () => {
    const picture = await makePicture({ width: 1000, height: 1000, disc: true, background: '#00000000' })
    const corner = async (transparent: boolean) => {
      const bytes = await bytesOf(nameOf(await save(picture, { transparent })))
      return [...(await sharp(bytes).ensureAlpha().raw().toBuffer()).subarray(0, 4)]
    }
    expect((await corner(true))[3]).toBe(0)
    expect(await corner(false)).toEqual([255, 255, 255, 255])
  })

  it('API-34: keeps only the pixels of the file, and a photo in its displayed orientation', async () => {
    const secret = 'taken at 51.5N 0.1W by <script>alert(1)</script>'
    const photo = await sharp(await makePicture({ width: 1200, height: 1000, disc: true }))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: secret } } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('script')).toBe(true)
    const answer = await save(photo, { width: 1000, height: 1200 })
    const bytes = await bytesOf(nameOf(answer))
    expect(bytes.includes('script')).toBe(false)
    const { exif, width, height } = await sharp(bytes).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 1000, height: 1200 })
  })

  it.each([
    [{ width: 999 }, 'width'],
    [{ height: 1001 }, 'height'],
    [{ field: 'merchant.name' }, 'field'],
    [{ field: 'merchant' }, 'field'],
    [{ field: '__proto__.img' }, 'field'],
    [{ field: 'merchant.constructor' }, 'field'],
    [{ field: 'nothing.img' }, 'field'],
  ])('API-34: refuses %j, which is not the sent picture', async (more, field) => {
    const answer = await save(await makePicture({ width: 1000, height: 1000 }), more)
    expect(answer).toMatchObject({ http: 200, code: 'invalid_value', field })
  })
})

describe('hostile files', () => {
  beforeEach(() => server.database.asOwner('delete from rate_limit'))
  const after = async (type: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif', tail: string | Buffer) =>
    Buffer.concat([await makePicture({ width: 1000, height: 1000, type, disc: true }), Buffer.from(tail)])
  const script = '<html><script>alert(document.domain)</script></html>'
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

  /** The data that a phone appends to a motion photo. */
  const film = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(5000, 7), Buffer.from('SEFT')])

  it.each([
    ['padding', Buffer.alloc(4096)],
    ['a film', film],
    ['a second picture', Buffer.from('ffd8ffdb00430003', 'hex')],
  ])('API-34 IMG-01: removes %s that a phone appended to a JPEG', async (_what, tail) => {
    const plain = await after('jpeg', '')
    expect(nameOf(await save(Buffer.concat([plain, tail])))).toBe(nameOf(await save(plain)))
  })

  /** A PNG of a few kB that claims this size. */
  function bomb(width: number, height: number): Buffer {
    const chunk = (kind: string, body: Buffer): Buffer => {
      const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
      const whole = Buffer.alloc(named.length + 8)
      whole.writeUInt32BE(body.length, 0)
      named.copy(whole, 4)
      whole.writeUInt32BE(crc32(named), named.length + 4)
      return whole
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, 2, 0, 0, 0], 8)
    const start = Buffer.from('89504e470d0a1a0a', 'hex')
    return Buffer.concat([
      start,
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.alloc(5_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  /** The size that the library reports. */
  const sizeOf = async (bytes: Buffer) => {
    try {
      return await sharp(bytes, { limitInputPixels: false }).metadata()
    } catch {
      return { width: 1000, height: 1000 }
    }
  }

  const hostile: [what: string, file: () => Promise<Buffer> | Buffer, code: string][] = [
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" onload="alert(1)"/>'),
      'not_an_image',
    ],
    [
      'SVG with a declaration',
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'not_an_image',
    ],
    ['a page', () => Buffer.from(script), 'not_an_image'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'not_an_image'],
    [
      'TIFF',
      async () =>
        sharp(await makePicture({ width: 1000, height: 1000 }))
          .tiff()
          .toBuffer(),
      'not_an_image',
    ],
    ['nothing', () => Buffer.alloc(0), 'not_an_image'],
    ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'not_an_image'],
    ['the beginning of a JPEG', () => Buffer.from('ffd8ffe0', 'hex'), 'not_an_image'],
    ['the beginning of a GIF', () => Buffer.from('GIF89a'), 'not_an_image'],
    ['a GIF that is a script', () => Buffer.from('GIF89a/*;*/=1;alert(1)//'), 'not_an_image'],
    ['a PNG with a page behind it', () => after('png', script), 'not_an_image'],
    ['a JPEG with an archive behind it', () => after('jpeg', zip), 'not_an_image'],
    ['a JPEG with an archive in a film behind it', () => after('jpeg', Buffer.concat([film, zip])), 'not_an_image'],
    ['a JPEG with a page behind it', () => after('jpeg', `\n<!DOCTYPE html><title>x</title>`), 'not_an_image'],
    ['a JPEG with a script behind it', () => after('jpeg', '<ScRiPt>alert(1)</script>'), 'not_an_image'],
    ['a JPEG with a PDF behind it', () => after('jpeg', '%PDF-1.7'), 'not_an_image'],
    ['a JPEG with a program behind it', () => after('jpeg', '<?php phpinfo();'), 'not_an_image'],
    ['a PNG with a film behind it', () => after('png', film), 'not_an_image'],
    [
      'a page with a JPEG behind it',
      async () => Buffer.from(script + (await after('jpeg', '')).toString('latin1'), 'latin1'),
      'not_an_image',
    ],
    ['a GIF with a script behind it', () => after('gif', script), 'not_an_image'],
    ['a WebP with a page behind it', () => after('webp', script), 'not_an_image'],
    ['an AVIF with a page behind it', () => after('avif', script), 'not_an_image'],
    [
      'half of a PNG',
      async () => (await makePicture({ width: 1000, height: 1000, disc: true })).subarray(0, 2000),
      'not_an_image',
    ],
    [
      'half of a JPEG',
      async () => (await makePicture({ width: 1000, height: 1000, type: 'jpeg', disc: true })).subarray(0, 4000),
      'not_an_image',
    ],
    ['a bomb of pixels', () => bomb(50_000, 50_000), 'too_many_pixels'],
    ['a line without an end', () => bomb(100_000, 1000), 'too_many_pixels'],
    ['a PNG whose data are missing', () => bomb(8000, 7000), 'not_an_image'],
    ['16 MB', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(16 * 1024 * 1024)]), 'image_too_large'],
  ]
  sampled.it.each(hostile)('API-34 IMG-01: refuses %s with a message and stores nothing', async (_what, file, code) => {
    const bytes = await file()
    const before = stored()
    const { width, height } = await sizeOf(bytes)
    for (const method of ['save', 'removeBackground']) {
      const answer = await send(method, { filename: 'x.png', data: base64(bytes), width, height }, { company: server.world.a })
      expect(answer).toMatchObject({ http: 200, status: 'FAIL', code, data: { status: 'FAIL' } })
    }
    expect(stored()).toEqual(before)
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ status: 'OK' })
  })

  it.each(['not base64!', 'data:text/html;base64,PHA+', '%00', '=', 'AAAA\u0000'])(
    'API-34: refuses the data %j, which is not a picture',
    async (data) => {
      const answer = await send('save', { filename: 'x', data, width: 1, height: 1 })
      expect(['not_an_image', 'invalid_value']).toContain(answer.code)
      expect(answer.http).toBe(200)
    },
  )

  it('API-34: refuses too large requests before reading them, with a much lower limit before sign-in', async () => {
    const data = 'A'.repeat(25 * 1024 * 1024)
    expect(await send('save', { filename: 'x', data, width: 1, height: 1 })).toMatchObject({ http: 413, code: 'too_large' })
    const small = 'A'.repeat(300 * 1024)
    const stranger = await server.call('Image', 'save', { filename: 'x', data: small, width: 1, height: 1 })
    expect(stranger).toMatchObject({ http: 413, code: 'too_large' })
  })

  it('a user who sends one large body after another is slowed down before they are read, and no other is', async () => {
    const greedy = await server.signIn('operator')
    const body = Buffer.alloc(24 * 1024 * 1024, '&')
    const post = async (authorization: string, sent: Buffer) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${authorization}` }
      const response = await fetch(`${server.url}/api`, { method: 'POST', headers, body: new Uint8Array(sent) })
      return (await response.json()) as { code: string; params?: number[] }
    }
    // Time gives back a few.
    let [sent, refused] = [0, await post(greedy, body)]
    for (; refused.code === 'malformed' && sent < 60; sent += 1) refused = await post(greedy, body)
    expect(refused).toMatchObject({ code: 'rate_limited' })
    expect(sent).toBeGreaterThanOrEqual(20)
    expect(refused.params?.[0]).toBeLessThanOrEqual(6)
    expect(await post(token, body)).toMatchObject({ code: 'malformed' })
    expect(await server.call('Auth', 'checkAuth', {}, { token: greedy })).toMatchObject({ status: 'OK' })
  })

  it('API-34: allows a person 300 pictures an hour across all processes', async () => {
    const picture = await makePicture({ width: 10, height: 10 })
    const [person] = await server.database.asOwner<{ admin_id: number }>(`select admin_id from admin where login = 'owner'`)
    await save(picture, { width: 10, height: 10 })
    await server.database.asOwner(`update rate_limit set times = 299 where what = 'Image.save' and who = $1`, [
      `admin ${person?.admin_id}`,
    ])
    expect(await save(picture, { width: 10, height: 10 })).toMatchObject({ status: 'OK' })
    const refused = await save(picture, { width: 10, height: 10 })
    expect(refused).toMatchObject({ http: 200, code: 'rate_limited' })
    expect((refused['params'] as number[])[0]).toBeGreaterThan(3500)
    await server.database.asOwner(`update rate_limit set since = now() - interval '61 minutes'`)
    expect(await save(picture, { width: 10, height: 10 })).toMatchObject({ status: 'OK' })
  })
})

describe('picture storage limit', () => {
  beforeAll(() => server.database.asOwner('delete from rate_limit'))
  const kept = () =>
    server.database.asOwner<{ who: string; bytes: number }>('select who, bytes::int as bytes from stored_picture')
  const size = { width: 500, height: 500 }
  const store = async (background: string, company = server.world.a) =>
    send(
      'save',
      // For no company, only one's own photo.
      {
        filename: 'x',
        data: base64(await makePicture({ ...size, background })),
        ...size,
        ...(company === 0 && { field: 'admin.img' }),
      },
      { company },
    )

  it('API-34: counts each picture of a company once, up to 2,000 MB, separately from others', async () => {
    await server.database.asOwner('delete from stored_picture')
    const first = nameOf(await store('#cc0000'))
    expect(nameOf(await store('#cc0000'))).toBe(first)
    const sizes = await Promise.all(
      [first, ...[200, 300, 400].map((side) => first.replace('.webp', `-${side}.webp`))].map(bytesOf),
    )
    const bytes = sizes.reduce((sum, size) => sum + size.length, 0)
    expect(await kept()).toEqual([{ who: `company ${server.world.a}`, bytes }])
    await server.database.asOwner('insert into stored_picture values ($1, $2, $3)', [
      `company ${server.world.a}`,
      'others',
      2_000_000_000 - bytes - 10,
    ])
    const before = stored()
    expect(await store('#0000cc')).toMatchObject({ http: 200, code: 'pictures_full', params: [2000], data: { status: 'FAIL' } })
    expect(stored()).toEqual(before)
    expect(nameOf(await store('#cc0000'))).toBe(first)
    expect(await store('#0000cc', 0)).toMatchObject({ status: 'OK' })
    await server.database.asOwner('delete from stored_picture')
  })

  it('simultaneous uploads do not use the same space', async () => {
    await server.database.asOwner('delete from stored_picture')
    const who = `company ${server.world.a}`
    const put = (name: string) =>
      storeWithinQuota(server.context.db, { who, maxMegabytes: 1, name, bytes: 700_000 }, () => Promise.resolve())
    const other = new Client({ connectionString: server.database.urls.admin })
    await other.connect()
    await other.query('begin')
    // Rows can be read, and none can be added.
    await other.query('lock table stored_picture in exclusive mode')
    const puts = Promise.allSettled(['a', 'b'].map(put))
    const waiting = `select count(*)::int as count from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`
    await expect.poll(async () => (await other.query<{ count: number }>(waiting, [server.database.name])).rows[0]?.count).toBe(2)
    await other.query('commit')
    await other.end()
    const results = await puts
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await server.database.asOwner('delete from stored_picture')
  })

  it('a user who acts for no company has 20 MB, a platform administrator as much as a company', async () => {
    const { ownerA, platform } = server.world
    for (const who of [ownerA, platform])
      await server.database.asOwner(`insert into stored_picture values ($1, 'others', 19999990)`, [`admin ${who}`])
    expect(await store('#0000dd', 0)).toMatchObject({ code: 'pictures_full', params: [20] })
    const own = token
    token = await server.signIn('platform')
    expect(await store('#0000dd', 0)).toMatchObject({ status: 'OK' })
    token = own
    await server.database.asOwner('delete from stored_picture')
  })
})

describe('/content', () => {
  let name: string
  beforeAll(async () => {
    await server.database.asOwner('delete from rate_limit')
    name = nameOf(await save(await makePicture({ width: 1000, height: 1000, disc: true })))
  })

  it('API-34: serves an immutable picture to anyone who knows its name', async () => {
    const answer = await fetched(name)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const head = await fetched(name, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String((await bytesOf(name)).length)])
  })

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => '*'])(
    'API-34: is not sent again to clients that have it',
    async (tagOf) => {
      const answer = await fetched(name, { headers: { 'if-none-match': tagOf(`"${name}"`) } })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', `"${name}"`])
      expect((await fetched(name, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    },
  )

  it.each([
    `${'0'.repeat(64)}.webp`,
    '..%2f..%2fpostgresql%2froles.json',
    '%2e%2e%2froles.json',
    '..%5croles.json',
    'x.webp',
    '',
    '%00',
    '%ff',
    `${'0'.repeat(64)}.webp%2f..`,
    'a/b/c.webp',
  ])('API-34: has nothing at %j', async (wrong) => {
    const answer = await fetched(wrong)
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
  })
})

describe('pictures in a bucket', () => {
  it('API-34: are stored there and served, with an error while the bucket is unavailable', async () => {
    const s3 = await startFakeS3({ key: 'key', secret: 'secret', region: 'us-east-1', bucket: 'pictures' })
    const own = await startTestServer({
      TIFFIN_S3_URL: `${s3.url}/pictures`,
      TIFFIN_S3_KEY: 'key',
      TIFFIN_S3_SECRET: 'secret',
    })
    try {
      const owner = await own.signIn('owner')
      const picture = await makePicture({ width: 500, height: 500, disc: true })
      const input = { filename: 'me.png', data: base64(picture), width: 500, height: 500, field: 'admin.img' }
      const name = nameOf(await own.call('Image', 'save', input, { token: owner }))
      expect(s3.objects.size).toBe(4)
      expect(readdirSync(own.home, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(name))).toEqual([])
      const served = await fetch(`${own.url}/content/${name}`)
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(Buffer.from(await served.arrayBuffer())).toEqual(s3.objects.get(name)?.bytes)
      s3.fail(100)
      expect(await own.call('Image', 'save', input, { token: owner })).toMatchObject({ http: 503, code: 'content_unavailable' })
      const other = { ...input, data: base64(await makePicture({ width: 500, height: 500 })) }
      expect(await own.call('Image', 'save', other, { token: owner })).toMatchObject({ http: 503, code: 'content_unavailable' })
      expect(await own.database.asOwner('select name from stored_picture')).toEqual([{ name }])
      expect((await fetch(`${own.url}/content/${name}`)).status).toBe(503)
    } finally {
      await own.stop()
      await s3.stop()
    }
  })
})

describe('image services', () => {
  let services: FakeImageServices
  let configured: TestServer
  let owner: string
  let picture: Buffer
  beforeAll(async () => {
    picture = await makePicture({ width: 1100, height: 1000, disc: true })
    services = await startFakeImageServices(await makePicture({ width: 640, height: 480, disc: true, background: '#00000000' }))
    configured = await startTestServer({
      TIFFIN_BACKGROUND_URL: `${services.url}/v1.0/removebg`,
      TIFFIN_BACKGROUND_KEY: 'background-key',
      TIFFIN_IMAGES_URL: `${services.url}/v1/`,
      TIFFIN_IMAGES_KEY: 'images-key',
      TIFFIN_IMAGES_MODEL: 'dall-e-3',
    })
    owner = await configured.signIn('owner')
    await configured.database.asOwner('update company set allow_ai = 1')
  })
  afterAll(async () => {
    await configured.stop()
    await services.stop()
  })
  beforeEach(async () => {
    services.fault = 'none'
    services.requests.length = 0
    await server.database.asOwner('delete from rate_limit')
  })

  const fileOf = (answer: Answer): Buffer => {
    const { file } = answer['data'] as { file: string }
    expect(file).toMatch(/^data:image\/webp;base64,/)
    return Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
  }
  const pictureInput = () => ({ filename: 'x.png', data: base64(picture), width: 1100, height: 1000, transparent: true })
  const remove = (company = configured.world.a) =>
    configured.call('Image', 'removeBackground', pictureInput(), { token: owner, company })
  const generate = (at = configured, by = owner) =>
    at.call('Image', 'generate', { promt: ' a bowl of soup ' }, { token: by, company: at.world.a })

  it('API-35: removes a uniform background locally, and stores nothing yet', async () => {
    const before = stored()
    const bytes = fileOf(await send('removeBackground', pictureInput(), { company: server.world.a }))
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
    expect([info.width, info.height]).toEqual([1100, 1000])
    expect([alpha(0, 0), alpha(1099, 999), alpha(550, 20)]).toEqual([0, 0, 0])
    expect(alpha(550, 500)).toBe(255)
    expect(stored()).toEqual(before)
  })

  it('API-35: says if there is no uniform background', async () => {
    const noise = Buffer.alloc(300 * 300 * 3)
    for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 2_654_435_761) >>> 13
    const data = base64(
      await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const input = { filename: 'x', data, width: 300, height: 300 }
    const answer = await send('removeBackground', input, { company: server.world.a })
    expect(answer).toMatchObject({ http: 200, code: 'background_not_found', error: 'No uniform background found' })
  })

  it('API-36: refuses to generate without a service, and says so', async () => {
    const answer = await generate(server, token)
    expect(answer).toMatchObject({
      http: 200,
      code: 'service_not_configured',
      data: { status: 'FAIL', error: 'Service is not configured' },
    })
  })

  it('API-35: sends a configured service the picture as a form, with its key', async () => {
    const bytes = fileOf(await remove())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 480, hasAlpha: true })
    const [request] = services.requests
    expect(request).toMatchObject({ path: '/v1.0/removebg', headers: { 'x-api-key': 'background-key' } })
    expect(request?.headers['content-type']).toContain('multipart/form-data')
    expect(request?.body.includes(picture)).toBe(true)
  })

  it('API-36: sends a configured OpenAI-compatible service the prompt', async () => {
    expect(await sharp(fileOf(await generate())).metadata()).toMatchObject({ width: 640, height: 480 })
    const [request] = services.requests
    expect(request).toMatchObject({ path: '/v1/images/generations', headers: { authorization: 'Bearer images-key' } })
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      model: 'dall-e-3',
      prompt: 'a bowl of soup',
      n: 1,
      size: '1024x1024',
      response_format: 'b64_json',
    })
  })

  sampled.it.each(['error', 'hang-up', 'nonsense', 'no-picture', 'huge', 'bad-key', 'redirect'] as const)(
    'API-35 API-36: reports a service with %s without revealing details',
    async (fault) => {
      services.fault = fault
      for (const answer of [await remove(), await generate()]) {
        expect(answer).toMatchObject({ http: 200, code: 'service_failed', data: { status: 'FAIL' } })
        expect(JSON.stringify(answer)).not.toContain('sk-secret')
      }
    },
  )

  it('API-35 API-36: reports the reason that a service gives', async () => {
    services.fault = 'refusal'
    expect(await remove()).toMatchObject({ code: 'service_refused', params: ['Could not identify foreground in image'] })
    expect(await generate()).toMatchObject({
      code: 'service_refused',
      params: ['Your request was rejected by the safety system'],
    })
  })

  it('API-35 API-36: refuses companies without AI tools; the platform needs no option', async () => {
    await configured.database.asOwner('update company set allow_ai = 0')
    for (const answer of [await remove(), await generate()])
      expect(answer).toMatchObject({ http: 200, code: 'option_required', params: ['allow_ai'], data: { status: 'FAIL' } })
    expect(await remove(0)).toMatchObject({ code: 'company_required' })
    expect(services.requests).toEqual([])
    const platform = { token: await configured.signIn('platform'), company: 0 }
    expect(await configured.call('Image', 'generate', { promt: 'soup' }, platform)).toMatchObject({ status: 'OK' })
    await configured.database.asOwner('update company set allow_ai = 1')
  })

  it('API-36: limits all people of a company together to 20 generated images an hour', async () => {
    const operator = await configured.signIn('operator')
    await configured.database.asOwner('delete from rate_limit')
    expect(await generate()).toMatchObject({ status: 'OK' })
    await configured.database.asOwner(`update rate_limit set times = 19 where what = 'Image.generate'`)
    expect(await generate(configured, operator)).toMatchObject({ status: 'OK' })
    services.requests.length = 0
    for (const by of [owner, operator]) expect(await generate(configured, by)).toMatchObject({ http: 200, code: 'rate_limited' })
    expect(services.requests).toEqual([])
  })

  it('API-35 API-36: are for those who edit a picture; others do not use up the company’s hour, and store only their own photo', async () => {
    await configured.database.asOwner('delete from rate_limit')
    const { a } = configured.world
    await configured.database.asOwner('update merchant set access = $1 where company = $2', ['[]', a])
    const operator = { token: await configured.signIn('operator'), company: a }
    const refused = { http: 200, code: 'forbidden' }
    for (let n = 0; n < 21; n += 1) expect(await generate(configured, operator.token)).toMatchObject(refused)
    expect(await configured.call('Image', 'removeBackground', pictureInput(), operator)).toMatchObject(refused)
    const store = (field?: string) => configured.call('Image', 'save', { ...pictureInput(), field }, operator)
    for (const field of [undefined, 'merchant.logo', 'user.img', 'company.logo'])
      expect(await store(field)).toMatchObject(refused)
    expect(await store('admin.img')).toMatchObject({ status: 'OK' })
    expect(services.requests).toEqual([])
    expect(await generate()).toMatchObject({ status: 'OK' })
    const entry = { user: configured.world.operatorA, access: [0, 0, 0, 0, 0, 0, 2] }
    await configured.database.asOwner('update merchant set access = $1 where company = $2', [JSON.stringify([entry]), a])
    const image = { ...operator, token: await configured.signIn('operator') }
    expect(await generate(configured, image.token)).toMatchObject({ status: 'OK' })
    expect(await configured.call('Image', 'save', { ...pictureInput(), field: 'merchant.logo' }, image)).toMatchObject({
      status: 'OK',
    })
    expect(await configured.call('Image', 'save', { ...pictureInput(), field: 'company.logo' }, image)).toMatchObject(refused)
  })

  it('API-35: limits a person to 60 background removals an hour', async () => {
    await configured.database.asOwner('delete from rate_limit')
    expect(await remove()).toMatchObject({ status: 'OK' })
    await configured.database.asOwner(`update rate_limit set times = 59 where what = 'Image.removeBackground'`)
    expect(await remove()).toMatchObject({ status: 'OK' })
    expect(await remove()).toMatchObject({ http: 200, code: 'rate_limited' })
  })
})
