import { ar } from './ar.ts'
import { arHelp } from './ar-help.ts'
import { ru } from './ru.ts'
import { ruHelp } from './ru-help.ts'

/** The command's own texts by language; the key is English. Texts that core has are not repeated here. */
export const commandTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ru: { ...ru, ...ruHelp },
  ar: { ...ar, ...arHelp },
}
