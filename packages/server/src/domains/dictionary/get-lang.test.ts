import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let platform: string

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1`)
  await insertRow(server.database, 'dictionary', { texts: { en: 'Save', ru: 'Сохранить' } })
  platform = await server.signIn('platform')
})
afterAll(() => server.stop())

const texts = async (lang: string) => {
  const response = await server.call('Auth', 'getLang', { lang })
  return (response['auth'] as { dict: Record<string, string> }).dict
}

it('API-03 API-04: getLang reads the dictionary once, until a platform row changes', async () => {
  expect(await texts('ru')).toEqual({ Save: 'Сохранить' })
  const query = vi.spyOn(Client.prototype, 'query')
  const reads = () => query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('from dictionary')).length
  try {
    expect(await texts('ru')).toEqual({ Save: 'Сохранить' })
    expect(reads()).toBe(0)
    expect(await texts('en')).toEqual({ Save: 'Save' })
    expect(reads()).toBe(1)
  } finally {
    query.mockRestore()
  }
  const saved = await server.call(
    'Reference',
    'saveData',
    { tables: [{ table: 'country', id: 1, row: { alpha2: 'AT' } }] },
    { token: platform, company: 0 },
  )
  expect(saved.status).toBe('OK')
  await server.database.asOwner(`update dictionary set texts = texts || '{"ru": "Записать"}'`)
  const again = await server.call('Auth', 'getLang', { lang: 'ru' })
  expect(again).toMatchObject({ auth: { country: [{ alpha2: 'AT' }], dict: { Save: 'Записать' } } })
})
