import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder of the server shared by all test processes of this user. */
export const testServerFolder = (): string => join(tmpdir(), `tiffin-tests-${process.getuid?.() ?? 0}`)
