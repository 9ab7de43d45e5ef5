import { expect, it } from 'vitest'
import type { DictionaryRow } from '../import/dictionary-plan.ts'
import { isSheetRefusal } from '../import/refusal.ts'
import { callDesk, serveDesk } from './desk-channel.ts'
import { createSheetDesk, type SheetDesk, sheetDeskMethods } from './sheet-desk.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A desk behind a real channel. */
function connect() {
  const { port1, port2 } = new MessageChannel()
  for (const port of [port1, port2]) port.start()
  serveDesk(port2 as never, createSheetDesk())
  return callDesk<SheetDesk>(port1 as never, sheetDeskMethods, { onClose: () => port1.close() })
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
  const here = createSheetDesk()
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

it('passes on refusals with their code, failures, and that it was closed', async () => {
  const desk = connect()
  const refused = await desk.open(bytes('%PDF-1.7'), { lang: 'de' }).catch((error: unknown) => error)
  expect(isSheetRefusal(refused) && refused.code).toBe('not_a_sheet')
  const encoding = await desk.open(bytes('1,\u00e4'), { lang: 'de', encoding: 'x' }).catch((error: unknown) => error)
  expect(encoding).toMatchObject({ code: 'unknown_encoding', params: ['x'] })
  const selection = { idColumn: 0, languageColumn: 1, from: 1, to: 1 }
  await expect(desk.plan(selection, [], { clearEmpty: false })).rejects.toThrow('No sheet is open')
  const pending = desk.open(bytes('1,2'), { lang: 'de' })
  desk.close()
  await expect(pending).rejects.toThrow('closed')
})
