import type { ru } from './ru.ts'

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K> = K extends `${infer Text}_${Form}` ? Text : K
type Counting<K> = K extends `${infer Text}_one` ? Text : never
type Mark<N extends number> = `${string}%${N}${string}`

/** The texts that exist, each named by its English sentence: the Russian dictionary has them all. */
export type TextKey = Base<keyof typeof ru>

/** The texts with a form for one of what they count, which is chosen by their first parameter. */
type CountingKey = Counting<keyof typeof ru>

/** A text without parameters. */
export type PlainKey = Plain<TextKey>
export type Plain<Key extends string> = Exclude<Key, Mark<1 | 2 | 3 | 4> | CountingKey>

/** What stands for a mark of a text. */
export type Param = string | number

/** The parameters of a text, as many as its highest mark says; of several texts, one of which is chosen, all need the same. */
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

/** All members of a union at once. */
type Each<T> = (T extends unknown ? (member: T) => void : never) extends (member: infer All extends readonly Param[]) => void
  ? All
  : never

/** The texts with so many parameters. */
interface Marked<Key extends string> {
  1: Exclude<Extract<Key, Mark<1> | CountingKey>, Mark<2 | 3 | 4>>
  2: Exclude<Extract<Key, Mark<2>>, Mark<3 | 4>>
  3: Exclude<Extract<Key, Mark<3>>, Mark<4>>
  4: Extract<Key, Mark<4>>
}

/** A text with its parameters, to be said later. */
export type Sentence<Key extends string = TextKey> =
  | { text: Plain<Key>; params?: readonly [] | undefined }
  | { [N in keyof Marked<Key>]: { text: Marked<Key>[N]; params: ParamsOf<Mark<N>> } }[keyof Marked<Key>]

/** What came over the wire: in most cases the sentence of an error, which is a text of ours. */
export interface Message {
  message: string
  params?: readonly Param[] | undefined
}

export const textOf = (what: { text: string } | { message: string }): string => ('text' in what ? what.text : what.message)

/** The same texts in another language, which may have other forms for numbers. */
export type Same<Texts> = Readonly<Record<Base<keyof Texts> & string, string>> &
  Readonly<Partial<Record<`${Counting<keyof Texts>}_${Form}`, string>>>

/** English says something else than a key here and there, and has a form for one of what is counted. */
export type Wording = Readonly<Partial<Record<TextKey | `${Exclude<TextKey, PlainKey>}_one`, string>>> &
  Readonly<Record<`${CountingKey}_one`, string>>
