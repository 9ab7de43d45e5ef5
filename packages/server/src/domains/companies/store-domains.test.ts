import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await createTestEngine()
  await engine.test.asOwner(`update company set allow_external_domain = 1`)
  await engine.test.asOwner(`insert into merchant_settings (name, value) values ('domain_suffix', '.tiffin.test')`)
})
afterAll(() => engine.test.drop())
beforeEach(() => engine.test.asOwner(`update company set domain = '', domain_config = ''`))

const give = (who: 'A' | 'B', row: Record<string, unknown>) =>
  engine.saveOne(engine.actors[`owner${who}`], 'company', row, who === 'A' ? engine.world.a : engine.world.b)
const taken = { code: 'duplicate', message: 'This store domain is already in use. Choose another one.' }

describe('store domain', () => {
  it.each([
    'shop.example.com',
    'SHOP.example.com',
    'shop.example.com.',
    'https://shop.example.com/',
    'www.shop.example.com',
    'www.WWW.www.shop.example.com',
    ' ｓhop.example.com',
  ])('belongs to one company, also when typed as %j', async (typed) => {
    await give('A', { domain_config: 'shop.example.com' })
    const refusal: unknown = await give('B', { domain_config: typed }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ ...taken, field: 'domain_config' })
    expect(JSON.stringify(refusal)).not.toContain('Alpha')
  })

  it('is the same domain in any script', async () => {
    await give('A', { domain_config: 'пицца.example' })
    await expect(give('B', { domain_config: 'xn--80apu3aa.example' })).rejects.toMatchObject(taken)
    expect(await engine.readOne(engine.actors.ownerA, 'company', 'company_id', engine.world.a)).toMatchObject({
      domain_config: 'xn--80apu3aa.example',
    })
  })

  it('of the platform belongs to one company, and can’t be its external domain', async () => {
    await give('A', { domain: 'pizza' })
    await expect(give('B', { domain: 'pizza' })).rejects.toMatchObject({ ...taken, field: 'domain' })
    await expect(give('B', { domain_config: 'pizza.tiffin.test' })).rejects.toMatchObject({ ...taken, field: 'domain_config' })
  })

  it('goes to one of two companies that request it at once', async () => {
    const results = await Promise.allSettled([give('A', { domain: 'pasta' }), give('B', { domain: 'pasta' })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([
    'a b',
    'shop',
    'shop.example.com/path',
    'shop.example.com:81',
    'user@shop.example.com',
    '-.example',
    'javascript:alert(1)',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '1.2.3.4.5',
  ])('is a host name, unlike %j', async (domain_config) => {
    await expect(give('A', { domain_config })).rejects.toMatchObject({
      code: 'invalid_value',
      field: 'domain_config',
      message: 'Enter a host name, such as shop.example.com',
    })
  })
})
