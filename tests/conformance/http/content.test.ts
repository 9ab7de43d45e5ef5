import { calls, type Entity, entityNames } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createStage, registry, type Sample, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const unknown = '0'.repeat(64)
const scripts = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'file:///etc/passwd', '//inner.example/x']
const address = 'http://169.254.169.254/latest'
const bad: Record<string, readonly string[]> = {
  image: [...scripts, address, 'https://elsewhere.example/x.png', `${unknown}.webp`, `${unknown}-200.webp`],
  audio: [...scripts, address, `${unknown}.wav`, 'builtin:../x'],
  url: scripts,
  files: scripts,
}
const valueOf = (kind: string, text: string): unknown => (kind === 'files' ? [{ name: 'x', type: 'link', content: text }] : text)

/** Every stored field with a picture, a sound or a link, by kind. */
const fields = entityNames.flatMap((name) => {
  const entity: Entity = registry[name] as Entity
  return entity.storage === 'view'
    ? []
    : Object.entries(entity.fields).flatMap(([field, { kind, readonly }]) =>
        kind in bad && !readonly ? [{ name, field, kind }] : [],
      )
})

const sampleOf = (name: string): Sample =>
  stage.samples.find(
    ({ entity, company }) => entity.name === name && (company === null || company === stage.server.world.a),
  ) as Sample

describe('pictures, sounds and links', () => {
  it.each(fields)('API-15: $name.$field accepts only what its kind allows', async ({ name, field, kind }) => {
    const { key, entity } = sampleOf(name)
    const before = await stage.stored(entity, key)
    for (const text of bad[kind] ?? []) {
      const answer = await stage.save('platform', [{ table: name, id: key, row: { [field]: valueOf(kind, text) } }])
      expect(answer, text).toMatchObject({ status: 'FAIL', code: 'invalid_value', table: name, field })
    }
    expect(await stage.stored(entity, key)).toEqual(before)
  })

  it('API-15: can’t be added through a cart line', async () => {
    const { key } = sampleOf('order')
    for (const img of bad['image'] ?? []) {
      const cart = [{ id: 1, name: 'Pizza', qty: 1, price: '5.00', img }]
      const answer = await stage.save('owner', [{ table: 'order', id: key, row: { cart } }])
      expect(answer, img).toMatchObject({ status: 'FAIL', code: 'invalid_value', field: 'cart' })
    }
  })

  it('API-15: never make the server call its own network', async () => {
    const { key } = sampleOf('merchant')
    const inner = [
      'localhost',
      'db',
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '10.1.2.3',
      '169.254.169.254',
      '172.20.0.1',
      '192.168.1.1',
      '[::1]',
    ]
    const links = ['http://books.example/sale', ...inner.map((host) => `https://${host}/sale`)]
    for (const webhook_sale of links)
      expect(await stage.save('owner', [{ table: 'merchant', id: key, row: { webhook_sale } }]), webhook_sale).toMatchObject({
        status: 'FAIL',
        code: 'invalid_value',
        field: 'webhook_sale',
      })
    const row = { webhook_sale: 'https://books.example/sale' }
    expect(await stage.save('owner', [{ table: 'merchant', id: key, row }])).toMatchObject({ status: 'OK' })
  })
})

/** Inputs of other calls that write a field of this kind, by field name. */
const names = new Set(fields.map(({ field }) => field))
function inputsOf(schema: unknown, path: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, part]: [string, unknown]) => {
    const isNamed = path.at(-1) === 'properties' && names.has(name)
    return [
      ...(isNamed ? [[...path, name].filter((other) => other !== 'properties').join('.')] : []),
      ...inputsOf(part, [...path, name]),
    ]
  })
}

describe('other inputs', () => {
  it('exist only in the person’s own record', () => {
    const found = Object.entries(calls).flatMap(([api, methods]) =>
      Object.entries(methods as Record<string, { input: z.ZodType }>).flatMap(([method, { input }]) =>
        inputsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).map((path) => `${api}.${method} ${path}`),
      ),
    )
    expect(found).toEqual(['Auth.Update operator.img'])
  })

  it('API-05: refuse a picture that is not stored here', async () => {
    for (const img of bad['image'] ?? []) {
      const answer = await stage.call('operator', 'Auth', 'Update', { operator: { img } })
      expect(answer, img).toMatchObject({
        status: 'FAIL',
        code: 'invalid_value',
        field: 'img',
        error: 'Enter the address of an uploaded image',
      })
    }
  })
})
