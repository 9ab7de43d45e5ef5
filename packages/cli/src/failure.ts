import type { Message, Param, ParamsOf } from '@tiffin/core/i18n'
import type { CommandSentence, MarkedCommandKey, PlainCommandKey } from './texts/command-key.ts'

/** What a script can tell a result by; docs/command-line.md says the same. */
export const exits = { done: 0, failed: 1, usage: 2, nothing: 3, signIn: 4 } as const
export type Exit = (typeof exits)[keyof typeof exits]

/** A refusal that the command itself makes; `next` says what to do about it. */
export interface Failure extends Error {
  name: 'Failure'
  exit: Exit
  code: string
  params: readonly Param[]
  next: readonly Told[]
}

/** A text, one with its parameters, or what is said as it stands, such as a list of what there is. */
type Told = PlainCommandKey | CommandSentence | Message

interface Details {
  next?: readonly (Told | undefined)[]
}

/** What was probably meant, else what there is. */
export const meantOr = (meant: string | undefined, otherwise: Told | undefined): Told | undefined =>
  meant === undefined ? otherwise : { text: 'Did you mean %1?', params: [meant] }

interface Refuse {
  (text: PlainCommandKey, details?: Details): Failure
  <K extends MarkedCommandKey>(text: K, details: Details & { params: ParamsOf<K> }): Failure
}

/** Makes refusals that end with this code. */
export const failure =
  (exit: Exit, code: string): Refuse =>
  (text: string, { params = [], next = [] }: Details & { params?: readonly Param[] } = {}) => {
    const told = next.filter((line) => line !== undefined)
    return Object.assign(new Error(text), { name: 'Failure' as const, exit, code, params, next: told })
  }

/** The command was not given as it must be (exit 2). */
export const wrongUsage = failure(exits.usage, 'usage')

/** A script asked for something that is not there, or that is as wanted already (exit 3). */
export const nothing = failure(exits.nothing, 'nothing')

/** Without a terminal nobody can be asked, so the missing flag is named instead (exit 2). */
export const missingFlag = (flag: string): Failure =>
  failure(exits.usage, 'missing_flag')('Without a terminal the flag %1 is needed', { params: [flag] })

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && error.name === 'Failure' && 'exit' in error
