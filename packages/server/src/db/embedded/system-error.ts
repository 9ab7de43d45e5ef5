/** The `code` of an error of the operating system or of the database (`ENOENT`, `28P01`), if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
