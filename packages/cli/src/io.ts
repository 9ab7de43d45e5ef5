import { styleText } from 'node:util'

/** The streams of this run and what they are: data goes to `out`, everything else to `err`. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
  /** Whether a person can be asked: input and remarks are both a terminal. */
  interactive: boolean
  outIsTerminal: boolean
  errIsTerminal: boolean
  /** Columns of the terminal that data goes to. */
  columns: number
  /** All of standard input as text; empty when it is closed. */
  readInput(): Promise<string>
  inputIsTerminal: boolean
  /** Bold where data goes to a terminal that wants colour. */
  bold(text: string): string
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  // The reader of a pipe may leave early, as `head` does: that ends the run and is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    interactive: stdin.isTTY && stderr.isTTY,
    outIsTerminal: stdout.isTTY,
    errIsTerminal: stderr.isTTY,
    columns: stdout.columns ?? 80,
    inputIsTerminal: stdin.isTTY,
    async readInput() {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stdin) chunks.push(chunk as Buffer)
      } catch {
        return ''
      }
      return Buffer.concat(chunks).toString('utf8')
    },
    bold: (text) => styleText('bold', text, { stream: stdout }),
  }
}
