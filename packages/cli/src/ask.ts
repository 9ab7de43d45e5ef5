import type { Call } from './call.ts'
import { exits, failure, missingFlag } from './failure.ts'
import type { CommandSentence, PlainCommandKey } from './texts/command-key.ts'

type Asking = Pick<Call<object>, 'io' | 't' | 'options'>

const stopped = () => failure(exits.failed, 'stopped')('Nothing was changed')

/** Asks for a text, or fails naming the flag where nobody can be asked. */
export async function askText({ io, t }: Asking, message: PlainCommandKey, flag: string): Promise<string> {
  if (!io.interactive) throw missingFlag(flag)
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({ message: t(message), output: process.stderr })
  if (isCancel(answer) || answer.trim() === '') throw stopped()
  return answer.trim()
}

/** Asks for a password without showing it, or fails naming the flag where nobody can be asked. */
export async function askPassword({ io, t }: Asking, message: PlainCommandKey, flag: string): Promise<string> {
  if (!io.interactive) throw missingFlag(flag)
  const { isCancel, password } = await import('@clack/prompts')
  const answer = await password({ message: t(message), output: process.stderr })
  if (isCancel(answer)) throw stopped()
  return answer
}

/** Lets a person agree to what was shown; `--yes` agrees beforehand, and is asked for where nobody can be asked. */
export async function confirm({ io, t, options }: Asking, question: CommandSentence): Promise<void> {
  if (options.yes === true) return
  if (!io.interactive) throw missingFlag('--yes')
  const { confirm: ask, isCancel } = await import('@clack/prompts')
  const answer = await ask({ message: t.sentence(question), initialValue: false, output: process.stderr })
  if (isCancel(answer) || !answer) throw stopped()
}

/** A password from where it does not show in the list of processes: standard input or the environment. */
export async function readPassword(call: Asking, fromInput: boolean | undefined, message: PlainCommandKey): Promise<string> {
  if (fromInput === true) return (await call.io.readInput()).replace(/\r?\n$/, '')
  return call.io.env['TIFFIN_PASSWORD'] ?? (await askPassword(call, message, '--password-stdin'))
}
