import type { ru } from './ru.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<K> = K extends `${infer Text}_${PluralForm}` ? Text : K
type CountedText<K> = K extends `${infer Text}_one` ? Text : never
type WithPlaceholder<N extends number> = `${string}%${N}${string}`

/** The existing texts, identified by their English sentences; the Russian dictionary has all of them. */
export type TextKey = WithoutForm<keyof typeof ru>

/** The texts with a singular form, selected by their first parameter. */
type CountedKey = CountedText<keyof typeof ru>

/** A text without parameters. */
export type PlainKey = WithoutParams<TextKey>
export type WithoutParams<Key extends string> = Exclude<Key, WithPlaceholder<1 | 2 | 3 | 4> | CountedKey>

/** The value for a placeholder of a text. */
export type Param = string | number

/**
 * The parameters of a text, as many as its highest placeholder. If the key is a union of texts, all must need the same
 * number.
 */
export type ParamsOf<K extends string> = SharedParams<ParamsOfOne<K>>

type ParamsOfOne<K extends string> =
  K extends WithPlaceholder<4>
    ? readonly [Param, Param, Param, Param]
    : K extends WithPlaceholder<3>
      ? readonly [Param, Param, Param]
      : K extends WithPlaceholder<2>
        ? readonly [Param, Param]
        : K extends WithPlaceholder<1> | CountedKey
          ? readonly [Param]
          : readonly []

/** The parameters, if they are the same for all members of the union; otherwise never. */
type SharedParams<T> = (T extends unknown ? (member: T) => void : never) extends (
  member: infer All extends readonly Param[],
) => void
  ? All
  : never

/** The texts by number of parameters. */
interface TextsByParamCount<Key extends string> {
  1: Exclude<Extract<Key, WithPlaceholder<1> | CountedKey>, WithPlaceholder<2 | 3 | 4>>
  2: Exclude<Extract<Key, WithPlaceholder<2>>, WithPlaceholder<3 | 4>>
  3: Exclude<Extract<Key, WithPlaceholder<3>>, WithPlaceholder<4>>
  4: Extract<Key, WithPlaceholder<4>>
}

/** A text with its parameters, to be translated later. */
export type Sentence<Key extends string = TextKey> =
  | { text: WithoutParams<Key>; params?: readonly [] | undefined }
  | {
      [N in keyof TextsByParamCount<Key>]: { text: TextsByParamCount<Key>[N]; params: ParamsOf<WithPlaceholder<N>> }
    }[keyof TextsByParamCount<Key>]

/** Text received over the wire, usually the sentence of an error. */
export interface Message {
  message: string
  params?: readonly Param[] | undefined
}

export const textOf = (sentence: { text: string } | { message: string }): string =>
  'text' in sentence ? sentence.text : sentence.message

/** The same texts in another language, which may have other plural forms. */
export type SameTexts<Texts> = Readonly<Record<WithoutForm<keyof Texts> & string, string>> &
  Readonly<Partial<Record<`${CountedText<keyof Texts>}_${PluralForm}`, string>>>

/** English wordings that differ from their keys, and singular forms. */
export type EnglishOverrides = Readonly<Partial<Record<TextKey | `${Exclude<TextKey, PlainKey>}_one`, string>>> &
  Readonly<Record<`${CountedKey}_one`, string>>
