import { afterAll, expect, it } from 'vitest'
import { storedPaySettings } from '#server/test/stored-pay-settings'
import { createTestEngine } from '#server/test/test-engine'
import { sealPlainPaySettings } from './pay-settings.ts'

const engine = await createTestEngine()
afterAll(() => engine.test.drop())

it('encrypts what earlier servers stored as it was typed, once, and leaves empty settings empty', async () => {
  const { db, secretBox, test, world } = engine
  const plain = [{ shop: '', api_key: 'sk-plain' }]
  await test.asOwner('update pay_type set pay_system_settings = $2 where pay_type_id = $1', [
    world.payType,
    JSON.stringify(plain),
  ])
  const stored = async () => {
    const [row] = await test.asOwner<{ settings: Record<string, string>[] }>(
      'select pay_system_settings as settings from pay_type where pay_type_id = $1',
      [world.payType],
    )
    return row?.settings[0]
  }
  await sealPlainPaySettings({ db, secretBox })
  const sealed = await stored()
  expect(sealed).toEqual({ shop: '', api_key: expect.stringMatching(/^sealed:(?!.*sk-plain)/) as unknown })
  expect(await storedPaySettings(test, secretBox, world.payType)).toEqual(plain)
  await sealPlainPaySettings({ db, secretBox })
  expect(await stored()).toEqual(sealed)
})
