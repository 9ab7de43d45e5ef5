import type { ru } from './ru.ts'

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K> = K extends `${infer Text}_${Form}` ? Text : K
type CountingBase<K> = K extends `${infer Text}_one` ? Text : never
type Mark<N extends number> = `${string}%${N}${string}`

/** The existing texts, identified by their English sentences; the Russian dictionary has all of them. */
export type TextKey = Base<keyof typeof ru>

/** The texts with a singular form, selected by their first parameter. */
type CountingKey = CountingBase<keyof typeof ru>

/** A text without parameters. */
export type PlainKey = Plain<TextKey>
export type Plain<Key extends string> = Exclude<Key, Mark<1 | 2 | 3 | 4> | CountingKey>

/** The value for a placeholder of a text. */
export type Param = string | number

/**
 * The parameters of a text, as many as its highest placeholder. If the key is a union of texts, all must need the same
 * number.
 */
export type ParamsOf<K extends string> = Each<ParamsOfEach<K>>

type ParamsOfEach<K extends string> =
  K extends Mark<4>
    ? readonly [Param, Param, Param, Param]
    : K extends Mark<3>
      ? readonly [Param, Param, Param]
      : K extends Mark<2>
        ? readonly [Param, Param]
        : K extends Mark<1> | CountingKey
          ? readonly [Param]
          : readonly []

/** Intersection of a union's members, as the parameter of a function. */
type Each<T> = (T extends unknown ? (member: T) => void : never) extends (member: infer All extends readonly Param[]) => void
  ? All
  : never

/** The texts by number of parameters. */
interface TextsByParams<Key extends string> {
  1: Exclude<Extract<Key, Mark<1> | CountingKey>, Mark<2 | 3 | 4>>
  2: Exclude<Extract<Key, Mark<2>>, Mark<3 | 4>>
  3: Exclude<Extract<Key, Mark<3>>, Mark<4>>
  4: Extract<Key, Mark<4>>
}

/** A text with its parameters, to be translated later. */
export type Sentence<Key extends string = TextKey> =
  | { text: Plain<Key>; params?: readonly [] | undefined }
  | { [N in keyof TextsByParams<Key>]: { text: TextsByParams<Key>[N]; params: ParamsOf<Mark<N>> } }[keyof TextsByParams<Key>]

/** Text received over the wire, usually the sentence of an error. */
export interface Message {
  message: string
  params?: readonly Param[] | undefined
}

export const textOf = (what: { text: string } | { message: string }): string => ('text' in what ? what.text : what.message)

/** The same texts in another language, which may have other plural forms. */
export type Same<Texts> = Readonly<Record<Base<keyof Texts> & string, string>> &
  Readonly<Partial<Record<`${CountingBase<keyof Texts>}_${Form}`, string>>>

/** English wordings that differ from their keys, and singular forms. */
export type EnglishOverrides = Readonly<Partial<Record<TextKey | `${Exclude<TextKey, PlainKey>}_one`, string>>> &
  Readonly<Record<`${CountingKey}_one`, string>>
