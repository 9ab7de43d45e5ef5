/** What a script can tell a result by; docs/command-line.md says the same. */
export const exits = { done: 0, failed: 1, usage: 2, nothing: 3, signIn: 4 } as const
export type Exit = (typeof exits)[keyof typeof exits]

/** A refusal that the command itself makes; `message` is a dictionary key, `next` says what to do about it. */
export interface Failure extends Error {
  name: 'Failure'
  exit: Exit
  code: string
  params: readonly (string | number)[]
  next: readonly Told[]
}

/** A dictionary key, or one with its parameters. */
type Told = string | { text: string; params: readonly (string | number)[] }

interface Details {
  params?: readonly (string | number)[]
  next?: readonly (Told | undefined)[]
}

/** What was probably meant, else what there is. */
export const meantOr = (meant: string | undefined, otherwise: string | undefined): Told | undefined =>
  meant === undefined ? otherwise : { text: 'Did you mean %1?', params: [meant] }

export function failure(exit: Exit, code: string, message: string, { params = [], next = [] }: Details = {}): Failure {
  const told = next.filter((line) => line !== undefined)
  return Object.assign(new Error(message), { name: 'Failure' as const, exit, code, params, next: told })
}

/** The command was not given as it must be (exit 2). */
export const wrongUsage = (message: string, details: Details = {}): Failure => failure(exits.usage, 'usage', message, details)

/** A script asked for something that is not there, or that is as wanted already (exit 3). */
export const nothing = (message: string, details: Details = {}): Failure => failure(exits.nothing, 'nothing', message, details)

/** Without a terminal nobody can be asked, so the missing flag is named instead (exit 2). */
export const missingFlag = (flag: string): Failure =>
  failure(exits.usage, 'missing_flag', 'Without a terminal the flag %1 is needed', { params: [flag] })

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && error.name === 'Failure' && 'exit' in error
