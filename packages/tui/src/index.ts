export { fileStorage, type FileStorage } from './ports/file-storage.ts'
export { folderStorage } from './ports/folder-storage.ts'
export { runBoard, type RunBoardOptions } from './run-board.tsx'
