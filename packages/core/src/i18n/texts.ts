import { ar } from './ar.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'

/** Built-in texts by language and key; a key without an English entry is its own text. */
export const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ru, ar }
