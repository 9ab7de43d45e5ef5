import type { TranslateText, Sentence, TextKey, Translate, WithoutParams } from '@tiffin/core/i18n'
import type { ruHelp } from './ru-help.ts'
import type { ru } from './ru.ts'

/** The texts of the command line: its own, and those shared with the consoles. */
export type CommandKey = TextKey | keyof typeof ru | keyof typeof ruHelp
export type PlainCommandKey = WithoutParams<CommandKey>
/** A text with parameters. */
export type MarkedCommandKey = Exclude<CommandKey, PlainCommandKey>

export type CommandSentence = Sentence<CommandKey>
export type CommandTranslateText = TranslateText<CommandKey>
export type CommandTranslate = Translate<CommandKey>
