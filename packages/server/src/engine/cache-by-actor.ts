import type { Actor } from '@tiffin/core/rules'

/** Maximum number of values kept for an actor, and maximum length of a key, because clients choose the keys. */
const MAX_KEPT = 50
const MAX_KEY = 5000

/** Caches values that depend only on an actor's rights and a choice of fields, as long as the actor is in use. */
export function cacheByActor<T>(): (actor: Actor, choice: readonly unknown[], make: () => T) => T {
  const cache = new WeakMap<Actor, Map<string, T>>()
  return (actor, choice, make) => {
    const key = JSON.stringify(choice)
    const own = cache.get(actor) ?? new Map<string, T>()
    cache.set(actor, own)
    const known = own.get(key)
    if (known !== undefined) return known
    const value = make()
    if (own.size >= MAX_KEPT) own.clear()
    if (key.length <= MAX_KEY) own.set(key, value)
    return value
  }
}
