import { languageName } from '@tiffin/core'
import { useRecords } from '../records-context.ts'

/** Names a language in the user's own. */
export function useLanguageName(): (code: string) => string {
  const { lang } = useRecords()
  return (code) => {
    const name = code === '' ? undefined : languageName(code, lang)
    return name === undefined || name === code ? code : `${name} (${code})`
  }
}
