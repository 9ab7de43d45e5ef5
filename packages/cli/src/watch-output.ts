import { exitCodes, failure } from './failure.ts'
import { writeErrorAdvice } from './write-error-advice.ts'

let isReporting: Promise<never> | undefined

/** Whether the run is about to end because its output can't be written. */
export const isOutputBroken = (): boolean => isReporting !== undefined

/** Ends the run if its output can't be written, and reports the reason; in `lang` until a command has been parsed. */
export function watchOutput(lang: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may stop early, like `head`: that ends the run without a failure.
    if (error.code === 'EPIPE') process.exit(exitCodes.done)
    isReporting ??= reportUnwritten(error, lang)
  })
}

async function reportUnwritten(error: NodeJS.ErrnoException, lang: string): Promise<never> {
  const [{ loadTexts }, { explain }] = await Promise.all([import('./language.ts'), import('./explain.ts')])
  const next = [writeErrorAdvice[error.code ?? ''] ?? { message: error.message }]
  const problem = failure(exitCodes.failed, 'output_not_written')("Can't write to standard output", { next })
  process.stderr.write(`${explain(problem, (await loadTexts(lang)).t, lang).lines.join('\n')}\n`)
  process.exit(exitCodes.failed)
}
