import { tableRules } from '#domains/table-rules'
import { provideTableRules } from '#engine/table-rules'

export { checkBackup, type OpenBackup, restoreBackup } from './backup/restore-backup.ts'
export { type BackupProgress, type BackupSummary, writeBackup } from './backup/write-backup.ts'
export { createContentStore } from './content/create-content-store.ts'
export { readConfig } from './config.ts'
export { openDatabase } from './db/database.ts'
export { dataHome, openStore, resolveDatabaseUrls } from './db/open-store.ts'
export { initialise, randomPassword, roleNames } from './db/roles.ts'
export { createAdmin } from '#domains/people/create-admin'
export { type Demo, type DemoProgress, startDemo } from './start-demo.ts'
export { startServer } from './start-server.ts'

provideTableRules(tableRules)
