import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#db/embedded/make-folder'
import { type ContentStore, contentUnavailable, isContentName } from './content-store.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Stores pictures as files in `folder`, which is created with the first one. */
export function createDiskStore(folder: string): ContentStore {
  // A subfolder for each name prefix, so that none gets too long to list.
  const folderOf = (name: string): string => path.join(folder, name.slice(0, 2))
  const fileOf = (name: string): string => path.join(folderOf(name), name)

  async function write(name: string, bytes: Buffer): Promise<void> {
    makeFolder(path.dirname(folder))
    const made = await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
    const part = path.join(folderOf(name), `${randomUUID()}.part`)
    try {
      await withFile(part, 'wx', async (file) => {
        await file.writeFile(bytes)
        await file.sync()
      })
      await rename(part, fileOf(name))
      // A new file name is durable only once its folder is.
      const folders = made === undefined ? [folderOf(name)] : [folderOf(name), folder, path.dirname(folder)]
      for (const item of folders) await withFile(item, 'r', (file) => file.sync())
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  return {
    async put(name, bytes) {
      try {
        await access(fileOf(name)).catch((error: unknown) => {
          if (!isMissing(error)) throw error
          return write(name, bytes)
        })
      } catch (error) {
        throw contentUnavailable(error)
      }
    },
    async get(name) {
      try {
        return await readFile(fileOf(name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw contentUnavailable(error)
      }
    },
    async *names() {
      for (const start of await list(folder)) yield* (await list(path.join(folder, start))).filter(isContentName)
    },
  }
}

const list = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.toSorted(),
    (error: unknown) => {
      if (isMissing(error)) return []
      throw contentUnavailable(error)
    },
  )

async function withFile(
  name: string,
  flags: string,
  work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(name, flags, 0o600)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
