import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileStorage } from './file-storage.ts'
import { folderStorage } from './folder-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiffin-storage-'))
afterAll(() => rmSync(folder, { recursive: true }))
const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777

it('MOON-04: keeps each text in a separate file readable only by its owner, and finds it by prefix', () => {
  const storage = folderStorage(join(folder, 'kept'))
  expect([storage.keys('move.'), storage.get('move.1')]).toEqual([[], undefined])
  storage.set('move.1.2.a', 'first')
  storage.set('move.1.2.b', 'Борщ')
  storage.set('board.1', 'x'.repeat(300_000))
  storage.set('move.1.2.a', 'changed')
  const again = folderStorage(join(folder, 'kept'))
  expect(again.keys('move.').toSorted()).toEqual(['move.1.2.a', 'move.1.2.b'])
  expect([again.get('move.1.2.a'), again.get('move.1.2.b'), again.get('board.1')?.length]).toEqual(['changed', 'Борщ', 300_000])
  expect([modeOf('kept'), ...readdirSync(join(folder, 'kept')).map((name) => modeOf('kept', name))]).toEqual([
    0o700, 0o600, 0o600, 0o600,
  ])
  storage.set('move.1.2.b', undefined)
  storage.set('move.1.2.b', undefined)
  expect(again.keys('move.')).toEqual(['move.1.2.a'])
})

it('MOON-04: writes a large text without blocking the caller; later sets win, and removals last', async () => {
  const storage = folderStorage(join(folder, 'later'))
  const large = 'x'.repeat(3_000_000)
  await Promise.all([storage.setLater?.('board.1', 'first'), storage.setLater?.('board.1', large)])
  expect([storage.get('board.1')?.length, modeOf('later', 'board.1.json')]).toEqual([large.length, 0o600])
  const [taken, changed] = [storage.setLater?.('board.1', large), storage.setLater?.('board.2', large)]
  storage.set('board.1', undefined)
  storage.set('board.2', 'new')
  await Promise.all([taken, changed])
  expect([storage.get('board.1'), storage.get('board.2')]).toEqual([undefined, 'new'])
  expect(readdirSync(join(folder, 'later'))).toEqual(['board.2.json'])
  await expect(storage.setLater?.('../secret', 'text')).rejects.toThrow('Not a name for a file')
})

it('MOON-04: if large texts arrive faster than the disk writes, writes only the first and the last', async () => {
  const storage = folderStorage(join(folder, 'slow'))
  await storage.setLater?.('board.1', 'old')
  let events = 0
  const watching = watch(join(folder, 'slow'), (_, name) => void (name?.endsWith('later~') && (events += 1)))
  await Promise.all(Array.from({ length: 100 }, (_, at) => storage.setLater?.('board.1', `text ${at}`) ?? Promise.resolve()))
  expect(storage.get('board.1')).toBe('text 99')
  await new Promise((resolve) => setTimeout(resolve, 100))
  watching.close()
  // Each file causes events when it is created, grows and is removed.
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(20)
})

it('leaves no file open, however many it has written', () => {
  const path = join(folder, 'open', 'text')
  const storage = folderStorage(join(folder, 'open'))
  // The system assigns the lowest free number.
  const next = (): number => {
    const file = openSync(path, 'w')
    closeSync(file)
    return file
  }
  storage.set('move.1', 'first')
  const before = next()
  for (let time = 0; time < 100; time += 1) storage.set('move.1', `text ${time}`)
  expect(next() - before).toBeLessThan(50)
})

it('ignores half-written files and leaves none behind', () => {
  const storage = folderStorage(join(folder, 'half'))
  storage.set('move.1', 'whole')
  writeFileSync(join(folder, 'half', 'move.2.json.4711~'), 'ha')
  expect(storage.keys('move.')).toEqual(['move.1'])
  // A folder in place of the file: nothing can be renamed to it.
  const blocked = folderStorage(join(folder, 'half', 'move.1.json'))
  expect(() => blocked.set('move.3', 'text')).toThrow(/ENOTDIR|EEXIST/)
  expect(storage.get('move.1')).toBe('whole')
})

it.each(['../secret', 'a/b', '', 'a\u0000b', 'x'.repeat(300)])('writes nothing outside its folder: %o', (key) => {
  expect(() => folderStorage(join(folder, 'safe')).set(key, 'text')).toThrow('Not a name for a file')
})

it('a storage in one file is also written atomically and only for its owner', () => {
  const path = join(folder, 'board.json')
  writeFileSync(path, '{"token":"old"}', { mode: 0o644 })
  const storage = fileStorage(path)
  storage.set('token', 'secret')
  expect([fileStorage(path).get('token'), modeOf('board.json')]).toEqual(['secret', 0o600])
  expect(readdirSync(folder).filter((name) => name.includes('~'))).toEqual([])
})

it("several boards with one file keep each other's values", () => {
  const path = join(folder, 'shared.json')
  const [item, other] = [fileStorage(path), fileStorage(path)]
  item.set('printer', 'virtual:')
  other.set('lang', 'ru')
  item.set('printer_on', '1')
  const all = fileStorage(path)
  expect(['printer', 'lang', 'printer_on'].map(all.get)).toEqual(['virtual:', 'ru', '1'])
})

it("a file that can't be written stops nothing: the value is kept, reported, and written when possible", () => {
  const path = join(folder, 'blocked', 'board.json')
  writeFileSync(join(folder, 'blocked'), 'no folder')
  const storage = fileStorage(path)
  const errors: unknown[] = []
  storage.onError = (error) => void errors.push(error)
  storage.set('board.opened', '1,2')
  expect([storage.get('board.opened'), errors.length]).toEqual(['1,2', 1])
  rmSync(join(folder, 'blocked'))
  storage.set('lang', 'ru')
  expect(fileStorage(path).get('board.opened')).toBe('1,2')
})
