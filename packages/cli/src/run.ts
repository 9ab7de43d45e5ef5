import { CommanderError } from 'commander'
import type { App } from './call.ts'
import { exits } from './failure.ts'
import { separateJson } from './global-options.ts'
import { processIo } from './io.ts'
import { createProgram } from './program.ts'

/** Runs the command with these arguments and answers its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const app: App = { io: processIo(), exit: exits.done }
  try {
    await createProgram(app).parseAsync(separateJson(args), { from: 'user' })
    return app.exit
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage
    throw error
  }
}
