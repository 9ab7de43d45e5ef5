import {
  editableEmptyLanguages,
  translateEmptyLanguages,
  mayTranslateTexts,
  type TextTranslator,
  translateText,
} from '@tiffin/core/screens'
import { apiError } from '@tiffin/sdk/contract'
import { type FakeModel, type ModelFault, startFakeModel } from '@tiffin/server/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let model: FakeModel
beforeAll(async () => {
  model = await startFakeModel()
})
afterAll(() => model.stop())
beforeEach(() => {
  model.requests.length = 0
  model.fault = null
})

const relayed: unknown[] = []
const translator = (more: Partial<TextTranslator> = {}): TextTranslator => ({
  client: {
    Translation: {
      translate: async (input: unknown, options: unknown) => {
        relayed.push([input, options])
        return { data: { status: 'OK', text: 'by the server' }, server_time: 1 }
      },
    },
  } as unknown as TextTranslator['client'],
  user: { settings: { openai_api_key: 'sk-own' } },
  translation: { relay: false, url: model.url, model: 'gpt-4o-mini' },
  company: 0,
  timeoutMs: 300,
  ...more,
})
const request = { text: 'Save', from: 'en', to: 'ru' }

describe('one text', () => {
  it('API-37 API-38 API-39: is sent to the model with the person’s own key', async () => {
    expect(await translateText(request, translator())).toBe('Russian: Save')
    expect(model.requests[0]).toMatchObject({ authorization: 'Bearer sk-own', model: 'gpt-4o-mini' })
  })

  it.each<[string, Partial<TextTranslator>]>([
    ['if it has a key', { translation: { relay: true, url: '', model: '' } }],
    ['if the person has none', { user: { settings: {} } }],
  ])('API-37: is left to the server %s', async (_where, more) => {
    relayed.length = 0
    expect(await translateText(request, translator(more))).toBe('by the server')
    expect(relayed).toEqual([[request, { company: 0 }]])
    expect(model.requests).toEqual([])
  })

  it.each<[ModelFault, string, unknown[]]>([
    [401, 'translation_failed', [401]],
    [429, 'translation_failed', [429]],
    ['silence', 'translation_failed', ['timeout']],
    ['nonsense', 'translation_empty', ['ru']],
    ['no content', 'translation_empty', ['ru']],
  ])('DICT-10 DICT-11: reports a model that answers with %s as %s', async (fault, code, params) => {
    model.fault = fault
    await expect(translateText(request, translator())).rejects.toMatchObject({ code, params })
  })

  it('DICT-11: reports an unreachable model as a network failure', async () => {
    const translation = { relay: false, url: 'http://127.0.0.1:9/', model: 'x' }
    await expect(translateText(request, translator({ translation }))).rejects.toMatchObject({ params: ['network'] })
  })
})

it.each<[Record<string, string>, string[], string[], string?]>([
  [{ en: 'Save', ru: '', ar: '' }, ['ru'], ['ru']],
  [{ en: '', ru: 'Да' }, ['ru'], [], "You can't edit any of the empty languages"],
  [{ en: 'Save' }, [], [], "You can't edit any of the empty languages"],
  [{ en: 'Save', ru: 'Да' }, ['ru'], []],
])('DICT-07 DICT-09 PERM-24: for %j, a person who edits %j fills %j', (texts, own, empty, text) => {
  expect(editableEmptyLanguages(texts, own)).toEqual({ empty, ...(text ? { problem: { text } } : {}) })
})

describe('all empty languages', () => {
  const fill = (texts: Record<string, string>) =>
    translateEmptyLanguages(texts, ['en', 'ru', 'ar'], (item) => translateText(item, translator()))

  it('DICT-07: are filled by one request each, from English if present', async () => {
    expect(await fill({ ru: '', en: 'Save' })).toEqual({ filled: { ru: 'Russian: Save', ar: 'Arabic: Save' }, problems: [] })
    expect(model.requests).toHaveLength(2)
    expect(await fill({ ru: 'Да' })).toMatchObject({ filled: { en: 'English: Да', ar: 'Arabic: Да' } })
  })

  it('DICT-08 DICT-09: request nothing without a text, or if all have one', async () => {
    expect(await fill({ en: ' ' })).toEqual({ filled: {}, problems: [{ text: 'No text to translate' }] })
    expect(await fill({ en: 'Yes', ru: 'Да', ar: 'نعم' })).toEqual({ filled: {}, problems: [] })
    expect(model.requests).toEqual([])
  })

  it('DICT-10: ignore an answer without text for its language only', async () => {
    const { filled, problems } = await translateEmptyLanguages({ en: 'Save' }, ['ru', 'ar'], async ({ to }) => {
      if (to === 'ru') throw apiError('translation_empty', { params: [to] })
      return 'x'
    })
    expect(filled).toEqual({ ar: 'x' })
    expect(problems).toEqual([{ message: 'Translation error for language %1', params: ['ru'] }])
  })

  it('DICT-11: stop after a failure', async () => {
    model.fault = 401
    expect(await fill({ en: 'Save' })).toEqual({
      filled: {},
      problems: [{ message: 'Language API translation error %1', params: [401] }],
    })
    expect(model.requests).toHaveLength(1)
  })
})

describe('translating while typing', () => {
  const relay = { relay: true, url: '', model: '' }
  const direct = { relay: false, url: '', model: '' }
  const company = (allow_ai: 0 | 1) => ({ allow_ai }) as never
  it.each([
    ['with the key of the server', relay, {}, company(1), 'company', true],
    ['with the own key', direct, { openai_api_key: 'sk' }, company(1), 'company', true],
    ['without a key', direct, {}, company(1), 'company', false],
    ['without the option', relay, { openai_api_key: 'sk' }, company(0), 'company', false],
    ['on the platform, which has no options', relay, {}, null, 'platform', true],
  ] as const)('EDIT-17: %s', (_what, translation, settings, own, area, expected) => {
    expect(mayTranslateTexts(translation, { settings, company: own }, area)).toBe(expected)
  })
})
