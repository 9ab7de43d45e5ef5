import { defineScreen } from '../screen.ts'

/** `screenFor` adds the reader's languages (DICT-04). */
export const dictionary = defineScreen('dictionary', {
  one: 'Dictionary entry',
  columns: ['dictionary_id', 'application', 'params'],
  filters: ['application', 'params'],
  editor: { tabs: { Main: [['application', 'params']] } },
})

/** The languages in the dialog "Select languages" of the dictionary (LANG-01). */
export const languages = defineScreen('global_lang', {
  title: 'Select languages',
  one: 'Language',
  shownIn: 'none',
  columns: ['name', 'code', 'dir', 'support'],
  order: 'name',
  instant: ['support'],
  editor: { tabs: { Main: [['support', 'name'], ['code', 'google_code'], 'dir'] } },
})
