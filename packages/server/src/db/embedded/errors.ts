export type EmbeddedErrorCode =
  'embedded_unsupported_platform' | 'embedded_version' | 'embedded_foreign_folder' | 'embedded_start_failed'

/** `message` says what to do; `log` holds the last lines of the server or initdb, if any. */
export type EmbeddedError = Error & { code: EmbeddedErrorCode; log: readonly string[] }

const codes: ReadonlySet<unknown> = new Set<EmbeddedErrorCode>([
  'embedded_unsupported_platform',
  'embedded_version',
  'embedded_foreign_folder',
  'embedded_start_failed',
])

/** Builds the error; log lines are appended to the message, so that printing it shows them. */
export function embeddedError(
  code: EmbeddedErrorCode,
  sentence: string,
  more: { log?: readonly string[]; cause?: unknown } = {},
): EmbeddedError {
  const log = more.log ?? []
  const error = new Error([sentence, ...log.map((line) => `  ${line}`)].join('\n'), { cause: more.cause })
  return Object.assign(error, { code, log })
}

/** True for errors of the embedded PostgreSQL, recognised by their code. */
export function isEmbeddedError(error: unknown): error is EmbeddedError {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
