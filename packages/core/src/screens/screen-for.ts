import { entities, type Entity, type Field } from '@tiffin/sdk/contract'
import { type Actor, mayTranslate } from '#rules/index'
import { type Area, type Screen, spansCompanies } from './screen.ts'

/** A dictionary language as a field, as on the server (DESIGN §2): a text with the maximum length of settings texts. */
const languageField = (editable: boolean): Field => ({
  ...entities.app_settings.fields.value,
  ...(editable ? {} : { write: 'nobody' as const }),
})

/** The base language of the dictionary (DICT-05). */
const BASE_LANGUAGE = 'en'

/** The screen of a page for its reader. */
export function screenFor(screen: Screen, actor: Actor, area: Area): Screen {
  if (screen.entity.name === 'dictionary') return withLanguages(screen, actor)
  return spansCompanies(screen, area) ? withCompany(screen) : screen
}

/** A list of several companies' rows shows whose they are, after the key. */
function withCompany(screen: Screen): Screen {
  const { entity, columns } = screen
  if (columns.some((column) => column.split('.')[0] === 'company')) return screen
  const at = columns[0] === entity.key ? 1 : 0
  return { ...screen, columns: columns.toSpliced(at, 0, 'company') }
}

/**
 * The dictionary gets a text column for each language that the actor may edit (DICT-04). Its editor also shows the English
 * text, the source for translations.
 */
function withLanguages(screen: Screen, actor: Actor): Screen {
  const own = actor.dictionary_edit.map((code) => code.trim()).filter((code) => code !== '' && mayTranslate(actor, code))
  const shown = own.includes(BASE_LANGUAGE) ? own : [BASE_LANGUAGE, ...own]
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

/** The dictionary languages shown as fields by `screenFor`. */
export const languageFields = ({ entity }: Screen): string[] =>
  entity.name === 'dictionary' ? Object.keys(entity.fields).filter((name) => !(name in entities.dictionary.fields)) : []
