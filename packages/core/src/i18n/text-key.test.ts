import { expect, it } from 'vitest'
import { type ErrorCode, errors } from '@tiffin/sdk/contract'
import { createNotices } from '#notices/notices'
import { stubClock } from '#session/stub-clock'
import { createI18n } from './create-i18n.ts'
import type { Sentence, TextKey } from './text-key.ts'

// These lines must not compile. If one does, its @ts-expect-error is an error.
const { t } = createI18n()
const notices = createNotices(stubClock())

/** Every error of the contract is a text key. */
const refusals: Readonly<Record<ErrorCode, TextKey>> = errors

it('SHELL-03: rejects unknown texts and a wrong number of parameters', () => {
  const said = [
    t('Save'),
    t('Entrance %1', [6]),
    t('%1 items', [2]),
    t('%1 moved to %2', ['#6', 'Ready']),
    // @ts-expect-error -- there is no such text
    t('Entrances'),
    // @ts-expect-error -- nor one with a parameter
    t('Entrances %1', [6]),
    // @ts-expect-error -- a plural form is chosen by the number
    t('%1 items_one', [1]),
    // @ts-expect-error -- a parameter is missing
    t('Entrance %1'),
    // @ts-expect-error -- one of two is missing
    t('%1 moved to %2', ['#6']),
    // @ts-expect-error -- one too many
    t('Entrance %1', [6, 7]),
    // @ts-expect-error -- it has none
    t('Save', [6]),
    // @ts-expect-error -- only one of the two has a parameter
    t(refusals.too_many === errors.too_many ? 'Entrance %1' : 'Save', [6]),
  ]
  expect(said.slice(0, 4)).toEqual(['Save', 'Entrance 6', '2 items', '#6 moved to Ready'])
})

it('SHELL-03: rejects them in messages and stored sentences', () => {
  notices.show('info', 'Entrance %1', { params: [6] })
  // @ts-expect-error -- there is no such text
  notices.show('info', 'Entrances')
  // @ts-expect-error -- a parameter is missing
  notices.show('info', 'Entrance %1', {})
  // @ts-expect-error -- it has none
  notices.show('info', 'Save', { params: [6] })
  const kept: Sentence[] = [
    { text: 'Entrance %1', params: [6] },
    // @ts-expect-error -- there is no such text
    { text: 'Entrances' },
    // @ts-expect-error -- a parameter is missing
    { text: 'Entrance %1' },
    // @ts-expect-error -- one too many
    { text: 'Entrance %1', params: [6, 7] },
    // @ts-expect-error -- it has none
    { text: 'Save', params: [6] },
  ]
  expect(kept.map((sentence) => t.sentence(sentence))[0]).toBe('Entrance 6')
})

it('translates text from the wire if known, else returns it unchanged', async () => {
  const i18n = createI18n()
  await i18n.use('ru')
  expect(i18n.t.message('Record is in use')).toBe('Запись используется')
  expect(i18n.t.message('Out of %1', ['paper'])).toBe('Out of paper')
  expect(i18n.t.sentence({ message: 'Record is in use' })).toBe('Запись используется')
})
