import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder of the server that all test processes of this person share. */
export const testServerFolder = (): string => join(tmpdir(), `tiffin-tests-${process.getuid?.() ?? 0}`)
