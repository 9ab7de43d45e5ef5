import { styleText } from 'node:util'
import { exitCodes, failure } from './failure.ts'

/** Larger than any call accepts. Without a limit, endless input such as /dev/zero would fill the memory. */
const MAX_INPUT_MB = 64

/** The streams of this run: data goes to `out`, everything else to `err`. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
  /** Whether prompts are possible: standard input and standard error are both terminals. */
  interactive: boolean
  outIsTerminal: boolean
  errIsTerminal: boolean
  /** Width of the terminal that gets the data. */
  columns: number
  /** Reads all of standard input as text; empty if closed, `too_large` if it does not end. */
  readInput(): Promise<string>
  inputIsTerminal: boolean
  /** Bold, if data goes to a terminal with colour. */
  bold(text: string): string
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    interactive: stdin.isTTY && stderr.isTTY,
    outIsTerminal: stdout.isTTY,
    errIsTerminal: stderr.isTTY,
    // A terminal of unknown size reports 0.
    columns: stdout.columns || 80,
    inputIsTerminal: stdin.isTTY,
    async readInput() {
      const chunks: Buffer[] = []
      let size = 0
      try {
        for await (const chunk of stdin as AsyncIterable<Buffer>) {
          chunks.push(chunk)
          size += chunk.length
          if (size > MAX_INPUT_MB * 1e6) break
        }
      } catch {
        return ''
      }
      if (size > MAX_INPUT_MB * 1e6)
        throw failure(exitCodes.usage, 'too_large')('File too large: the limit is %1 MB', { params: [MAX_INPUT_MB] })
      return Buffer.concat(chunks).toString('utf8')
    },
    bold: (text) => styleText('bold', text, { stream: stdout }),
  }
}
