import { expect, it } from 'vitest'
import type { DictionaryRow } from '../import/dictionary-plan.ts'
import { isSheetError } from '../import/sheet-error.ts'
import { callProcessor, serveProcessor } from './processor-channel.ts'
import { createSheetProcessor, type SheetProcessor, sheetProcessorMethods } from './sheet-processor.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A processor behind a real channel. */
function connect() {
  const { port1, port2 } = new MessageChannel()
  for (const port of [port1, port2]) port.start()
  serveProcessor(port2 as never, createSheetProcessor())
  return callProcessor<SheetProcessor>(port1 as never, sheetProcessorMethods, { onClose: () => port1.close() })
}

it('plans long sheets in parts, with the same result as in this thread', async () => {
  const count = 5001
  const dictionary: DictionaryRow[] = Array.from({ length: count }, (_, index) => ({
    dictionary_id: index + 1,
    en: `Text ${index}`,
    text: '',
    revision: 1,
  }))
  const text = dictionary.map(({ dictionary_id }) => `${dictionary_id},Satz ${dictionary_id}`).join('\n')
  const selection = { idColumn: 0, languageColumn: 1, from: 1, to: count }
  const here = createSheetProcessor()
  const there = connect()
  const previews = [await here.open(bytes(text), { lang: 'de' }), await there.open(bytes(text), { lang: 'de' })]
  expect(previews[1]).toEqual(previews[0])
  const plans = [
    await here.plan(selection, dictionary, { clearEmpty: false }),
    await there.plan(selection, dictionary, { clearEmpty: false }),
    await there.plan(selection, dictionary.slice(0, 1), { clearEmpty: false }),
  ]
  expect(plans[1]).toEqual(plans[0])
  expect(plans[2]?.totals).toMatchObject({ created: 1, unknown: count - 1 })
  there.close()
})

it('answers requests made at the same time one after the other', async () => {
  const processor = connect()
  const opened = await Promise.all(['a,b,c\n1,2,3', 'x,y'].map((text) => processor.open(bytes(text), { lang: 'de' })))
  expect(opened.map(({ columns }) => columns)).toEqual([3, 2])
  processor.close()
})

it.each(['close', 'fail'] as const)('refuses requests after %s, instead of never answering', async (end) => {
  const processor = connect()
  processor[end]('broken')
  await expect(processor.open(bytes('1,2'), { lang: 'de' })).rejects.toThrow(end === 'fail' ? 'broken' : 'closed')
})

it('reports refusals with their code, failures and closing', async () => {
  const processor = connect()
  const refused = await processor.open(bytes('%PDF-1.7'), { lang: 'de' }).catch((error: unknown) => error)
  expect(isSheetError(refused) && refused.code).toBe('not_a_sheet')
  const encoding = await processor.open(bytes('1,\u00e4'), { lang: 'de', encoding: 'x' }).catch((error: unknown) => error)
  expect(encoding).toMatchObject({ code: 'unknown_encoding', params: ['x'] })
  const selection = { idColumn: 0, languageColumn: 1, from: 1, to: 1 }
  await expect(processor.plan(selection, [], { clearEmpty: false })).rejects.toThrow('No sheet is open')
  const pending = processor.open(bytes('1,2'), { lang: 'de' })
  processor.close()
  await expect(pending).rejects.toThrow('closed')
})
