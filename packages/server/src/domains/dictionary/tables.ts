import { entities, MAX_DICTIONARY_TEXT } from '@tiffin/sdk/contract'
import type { AllTableRules } from '#engine/table-rules'
import { refusedRow, refusedValue } from '#engine/save-plan'
import { isStorable } from '#engine/search-value'

const isLanguage = (name: string): boolean => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(name)

export const tables: AllTableRules = {
  dictionary: {
    read: { languages: { column: 'texts', field: entities.global_lang.fields.name } },
    plan: {
      take(planned, name, value) {
        if (!isLanguage(name) || name === 'texts') return false
        if (typeof value !== 'string' || value.length > MAX_DICTIONARY_TEXT || !isStorable(value))
          throw refusedRow(planned, 'invalid_value', name)
        planned.languages[name] = value
        return true
      },
    },
  },
  global_lang: {
    delete: {
      refuse(row, current) {
        if (current['code'] === 'en')
          throw refusedValue(row, 'code', { code: 'forbidden', text: 'English is required and must keep the code en' })
      },
    },
  },
}
