import type { Connection } from './connection.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'
import type { CommandTranslate } from './texts/command-key.ts'

/** Arguments, options and context of a command. */
export interface Call<O extends object> {
  io: Io
  options: GlobalOptions & O
  args: string[]
  lang: string
  t: CommandTranslate
  /** The server, the user and the company; `without` is an option that means something else in this command. */
  connect: (without?: 'company') => Promise<Connection>
  /** Prints a remark for the user. */
  say: (remark: string) => void
}

/** The streams of the run, and its exit code. */
export interface App {
  io: Io
  exit: number
}
