import { entities, type Entity, type Field } from '@tiffin/sdk/contract'
import { type Actor, mayTranslate } from '#rules/index'
import type { Screen } from './screen.ts'

/** A language as a field of the dictionary, as the server has it (DESIGN §2): a text as long as those of settings. */
const languageField = (editable: boolean): Field => ({
  ...entities.app_settings.fields.value,
  ...(editable ? {} : { write: 'nobody' as const }),
})

/** The base language of the dictionary (DICT-05). */
const BASE = 'en'

/**
 * A screen as somebody meets it: the dictionary has a text column for each language that they may edit, and no others
 * (DICT-04). Its editor shows the English text too, which the others are made from.
 */
export function screenFor(screen: Screen, actor: Actor): Screen {
  if (screen.entity.name !== 'dictionary') return screen
  const own = actor.dictionary_edit.map((code) => code.trim()).filter((code) => code !== '' && mayTranslate(actor, code))
  const shown = own.includes(BASE) ? own : [BASE, ...own]
  const fields = Object.fromEntries(shown.map((code) => [code, languageField(own.includes(code))]))
  const entity: Entity = { ...screen.entity, fields: { ...screen.entity.fields, ...fields } }
  return {
    ...screen,
    entity,
    columns: [...screen.columns, ...own],
    inputs: { ...screen.inputs, ...Object.fromEntries(shown.map((code) => [code, 'longText' as const])) },
    editor: { ...screen.editor, tabs: screen.editor.tabs.map((tab) => ({ ...tab, fields: [...tab.fields, ...shown] })) },
  }
}

/** The languages that are fields of the dictionary as `screenFor` shows it to somebody. */
export const languageFields = ({ entity }: Screen): string[] =>
  entity.name === 'dictionary' ? Object.keys(entity.fields).filter((name) => !(name in entities.dictionary.fields)) : []
