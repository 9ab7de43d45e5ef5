import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
  token = await server.signIn('platform')
})
afterAll(() => server.stop())

const choose = (dictionary_edit: string) =>
  server.call('Auth', 'Update', { operator: { dictionary_edit } }, { token, company: 0 })

it('DICT-04 LANG-05 PERM-24: a person who adds a language to their own may edit its texts at once, and no others', async () => {
  const id = await insertRow(server.database, 'dictionary', { texts: { en: 'Save' } })
  const save = (row: Record<string, string>) =>
    server.call('Reference', 'saveData', { tables: [{ table: 'dictionary', id, row }] }, { token, company: 0 })
  expect(await save({ ru: 'Сохранить' })).toMatchObject({ code: 'forbidden', field: 'ru' })
  expect(await choose('ru')).toMatchObject({ auth: { status: 'OK', user: { dictionary_edit: 'ru' } } })
  expect(await save({ ru: 'Сохранить' })).toMatchObject({ status: 'OK' })
  expect(await save({ en: 'Keep' })).toMatchObject({ code: 'forbidden', field: 'en' })
})

it('LANG-05: only supported languages can be added; formerly supported ones may stay (AMB-008)', async () => {
  expect(await choose('ru,de')).toMatchObject({ code: 'invalid_value', field: 'dictionary_edit' })
  expect(await choose('ru,xx')).toMatchObject({ code: 'invalid_value' })
  await server.database.asOwner(`update admin set dictionary_edit = 'ru,de' where login = 'platform'`)
  expect(await choose('ru,de,en')).toMatchObject({ auth: { user: { dictionary_edit: 'ru,de,en' } } })
  expect(await choose('')).toMatchObject({ auth: { user: { dictionary_edit: '' } } })
})

it('LANG-05: a deleted language is removed from people’s lists, so that their dictionary does not request it', async () => {
  await server.database.asOwner(`update admin set dictionary_edit = 'ru,tlh, en' where login = 'platform'`)
  expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ auth: { user: { dictionary_edit: 'ru,en' } } })
  await choose('')
})

it.each(['Russian', 'e', 'en; drop', 'EN'])('LANG-02: refuses the language code %s', async (code) => {
  const tables = [{ table: 'global_lang', row: { name: 'New', code } }]
  expect(await server.call('Reference', 'saveData', { tables }, { token, company: 0 })).toMatchObject({
    code: 'invalid_value',
    field: 'code',
  })
})

it.each(['support', 'dir'])('LANG-03 LANG-04: %s accepts only its two values', async (field) => {
  const save = (value: unknown) =>
    server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'global_lang', id: 2, row: { [field]: value } }] },
      { token, company: 0 },
    )
  for (const value of field === 'dir' ? ['rtl', 'ltr'] : [0, 1]) expect(await save(value)).toMatchObject({ status: 'OK' })
  for (const value of field === 'dir' ? ['up', 'auto', 1] : [2, 'yes'])
    expect(await save(value)).toMatchObject({ code: 'invalid_value' })
})

it('LANG-04 SHELL-08: offers the supported languages, with English first', async () => {
  const offered = async (): Promise<string[]> => {
    const response = await server.call('Auth', 'getLang', { lang: 'en' })
    return (response['auth'] as { lang: { code: string }[] }).lang.map(({ code }) => code)
  }
  await insertRow(server.database, 'global_lang', { global_lang_id: 1001, name: 'Afrikaans', code: 'af', support: 1 })
  await insertRow(server.database, 'global_lang', { global_lang_id: 1002, name: 'Bosnian', code: 'bs', support: 0 })
  expect((await offered())[0]).toBe('en')
  expect(await offered()).toContain('af')
  expect(await offered()).not.toContain('bs')
})

it('DICT-05 SHELL-08: English can’t be disabled, get another code or be deleted; all others can be disabled', async () => {
  const rows = await server.database.asOwner<{ id: number; code: string }>('select global_lang_id as id, code from global_lang')
  const save = (id: number | undefined, row: object) =>
    server.call('Reference', 'saveData', { tables: [{ table: 'global_lang', id, row }] }, { token, company: 0 })
  const english = rows.find(({ code }) => code === 'en')?.id
  const error = 'English is required and must keep the code en'
  for (const row of [{ support: 0 }, { code: 'eo' }])
    expect(await save(english, row)).toMatchObject({ code: 'invalid_value', field: 'support', error })
  const remove = { tables: [{ table: 'global_lang', id: english }] }
  await server.database.asOwner(`update company set lang = '[3]'`)
  expect(await server.call('Reference', 'deleteData', remove, { token, company: 0 })).toMatchObject({ code: 'forbidden', error })
  for (const { id } of rows.filter(({ code }) => code !== 'en'))
    expect(await save(id, { support: 0 })).toMatchObject({ status: 'OK' })
  const response = await server.call('Auth', 'getLang', { lang: 'en' })
  expect((response['auth'] as { lang: { code: string }[] }).lang.map(({ code }) => code)).toEqual(['en'])
  expect(await save(english, { name: 'British' })).toMatchObject({ status: 'OK' })
})
