/** The `code` of an error of the operating system or the database (`ENOENT`, `28P01`), if any. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
