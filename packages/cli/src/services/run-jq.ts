import { exitCodes, failure, wrongUsage } from '../failure.ts'
import { escapeText } from '../results/format-value.ts'

/** The WebAssembly build of jq slows down beyond this. */
const MAX_JQ_MB = 5

/** The outputs of a jq filter, one a line; texts without quotes. */
export async function runJq(value: unknown, filter: string): Promise<string> {
  const input = JSON.stringify(value)
  const megabytes = Buffer.byteLength(input) / 1e6
  if (megabytes > MAX_JQ_MB) {
    throw failure(exitCodes.failed, 'too_large')('Too large for --jq: %1 MB, the limit is %2 MB', {
      params: [megabytes.toFixed(1), MAX_JQ_MB],
      next: ['Request fewer rows or fields, or pipe the output to jq'],
    })
  }
  const { raw } = await import('jq-wasm')
  const { stdout, stderr, exitCode } = await raw(input, filter, ['-r', '-c'])
  if (exitCode !== 0) throw wrongUsage('The jq filter failed: %1', { params: [stderr.trim()] })
  return stdout === '' ? '' : `${escapeText(stdout.replace(/\n$/, ''))}\n`
}
