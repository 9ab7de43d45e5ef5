import type { Call } from './call.ts'
import { exitCodes, failure, missingFlag } from './failure.ts'
import type { CommandSentence, PlainCommandKey } from './texts/command-key.ts'

type PromptCall = Pick<Call<object>, 'io' | 't' | 'options'>

/** Ctrl+C or Escape. */
export const interrupted = () => failure(exitCodes.interrupted, 'stopped')('Nothing was changed')
const declined = () => failure(exitCodes.failed, 'stopped')('Nothing was changed')

/** Asks for a text. Without a terminal, fails and reports the flag. */
export async function promptText({ io, t }: PromptCall, message: PlainCommandKey, flag: string): Promise<string> {
  if (!io.interactive) throw missingFlag(flag)
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({ message: t(message), output: process.stderr })
  if (isCancel(answer)) throw interrupted()
  if (answer.trim() === '') throw declined()
  return answer.trim()
}

/** Asks for a password without echoing it. Without a terminal, fails and reports the flag. */
export async function promptPassword({ io, t }: PromptCall, message: PlainCommandKey, flag: string): Promise<string> {
  if (!io.interactive) throw missingFlag(flag)
  const { isCancel, password } = await import('@clack/prompts')
  const answer = await password({ message: t(message), output: process.stderr })
  if (isCancel(answer)) throw interrupted()
  return answer
}

/** Asks for confirmation; `--yes` skips the prompt, and is required without a terminal. */
export async function confirm({ io, t, options }: PromptCall, question: CommandSentence): Promise<void> {
  if (options.yes === true) return
  if (!io.interactive) throw missingFlag('--yes')
  const { confirm: ask, isCancel } = await import('@clack/prompts')
  const answer = await ask({ message: t.sentence(question), initialValue: false, output: process.stderr })
  if (isCancel(answer)) throw interrupted()
  if (!answer) throw declined()
}

/** Reads a password from standard input or the environment, where the process list does not show it. */
export async function readPassword(call: PromptCall, fromInput: boolean | undefined, message: PlainCommandKey): Promise<string> {
  if (fromInput === true) return (await call.io.readInput()).replace(/\r?\n$/, '')
  return call.io.env['TIFFIN_PASSWORD'] ?? (await promptPassword(call, message, '--password-stdin'))
}
