import type { DraftStorage } from '@tiffin/core'

const NAME = 'tiffin'
const TABLE = 'drafts'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE, { keyPath: 'key' }))
  return answerOf(request)
}

/**
 * Drafts in IndexedDB. Unlike local storage, the data is on disk when `put` resolves. Web Locks tell which tab has
 * which draft.
 */
export function browserDrafts(): DraftStorage {
  let opened: Promise<IDBDatabase> | undefined
  async function table(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    opened ??= openDatabase()
    // The next attempt opens it again.
    opened.catch(() => (opened = undefined))
    return (await opened).transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE)
  }
  async function change(ask: (table: IDBObjectStore) => IDBRequest): Promise<void> {
    const writing = await table('readwrite')
    const done = new Promise<void>((resolve, reject) => {
      const { transaction } = writing
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
    })
    ask(writing)
    await done
  }
  return {
    all: async () => answerOf((await table('readonly')).getAll()),
    put: (draft) => change((writing) => writing.put(draft)),
    remove: (key) => change((writing) => writing.delete(key)),
    claim: (key) =>
      new Promise((resolve, reject) => {
        navigator.locks
          .request(key, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(undefined)
            const { promise, resolve: release } = Promise.withResolvers<void>()
            resolve(release)
            return promise
          })
          .catch(reject)
      }),
    async claimed() {
      const { held = [] } = await navigator.locks.query()
      return new Set(held.map(({ name }) => name ?? ''))
    },
  }
}

/** A hidden page may be closed without further events. */
export function onPageHidden(run: () => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run())
  window.addEventListener('pagehide', run)
}
