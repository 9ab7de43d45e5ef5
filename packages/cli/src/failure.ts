import type { Message, Param, ParamsOf } from '@tiffin/core/i18n'
import type { CommandSentence, MarkedCommandKey, PlainCommandKey } from './texts/command-key.ts'

/** Exit codes for scripts; docs/command-line.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, signIn: 4, conditionMet: 5, interrupted: 130 } as const
export type Exit = (typeof exitCodes)[keyof typeof exitCodes]

/** Their meaning in help texts and messages. */
export const exitMeanings: Readonly<Record<Exit, PlainCommandKey>> = {
  0: 'done',
  1: 'failed or refused',
  2: 'wrong usage',
  3: 'nothing changed, or not found',
  4: 'sign-in needed',
  5: 'a --fail-if condition is met',
  130: 'interrupted',
}

/** An error by the command itself; `next` says what to do. */
export interface Failure extends Error {
  name: 'Failure'
  exit: Exit
  code: string
  params: readonly Param[]
  next: readonly Advice[]
}

/** A text, a text with parameters, or a literal message such as a list of choices. */
type Advice = PlainCommandKey | CommandSentence | Message

interface Details {
  next?: readonly (Advice | undefined)[]
}

/** The suggestion if there is one, otherwise the alternative. */
export const suggestionOr = (suggestion: string | undefined, otherwise: Advice | undefined): Advice | undefined =>
  suggestion === undefined ? otherwise : { text: 'Did you mean %1?', params: [suggestion] }

interface CreateFailure {
  (text: PlainCommandKey, details?: Details): Failure
  <K extends MarkedCommandKey>(text: K, details: Details & { params: ParamsOf<K> }): Failure
}

/** Creates errors with this exit code. */
export const failure =
  (exit: Exit, code: string): CreateFailure =>
  (text: string, { params = [], next = [] }: Details & { params?: readonly Param[] } = {}) => {
    const advice = next.filter((line) => line !== undefined)
    return Object.assign(new Error(text), { name: 'Failure' as const, exit, code, params, next: advice })
  }

/** The command was used incorrectly (exit 2). */
export const wrongUsage = failure(exitCodes.usage, 'usage')

/** The requested item does not exist, or is already in the requested state (exit 3). */
export const notFound = failure(exitCodes.notFound, 'nothing')

/** Without a terminal there is no prompt, so the missing flag is named instead (exit 2). */
export const missingFlag = (flag: string): Failure =>
  failure(exitCodes.usage, 'missing_flag')('%1 is required when not running interactively', { params: [flag] })

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && error.name === 'Failure' && 'exit' in error
