import { type CartItem, entities } from '@tiffin/sdk/contract'
import { isContentName } from '#content/content-store'
import type { Change } from './change.ts'
import type { SavedRow } from './hooks/hook.ts'
import { createRefusals } from './refusals.ts'
import { type PlannedRow, refusedValue } from './save-plan.ts'

/** What a field of this kind takes, in the words of its schema. */
const expected = {
  image: 'A stored picture is expected',
  audio: 'A stored sound is expected',
} as const

/** A row that is to be written, as far as its pictures and sounds matter. */
type Naming = Pick<SavedRow, 'before' | 'set'> & { planned: Pick<PlannedRow, 'entity' | 'index' | 'isHistory'> }

/**
 * Checks that pictures and sounds that rows and lines of carts are to name lie in the store. Whose they are does not matter:
 * whoever knows a name may show what it stands for.
 * @throws `invalid_value` of each row
 */
export async function checkContent({ tx }: Change, rows: readonly Naming[]): Promise<void> {
  const naming = rows.map((row) => ({ planned: row.planned, named: row.planned.isHistory ? [] : contentIn(row) }))
  const names = naming.flatMap(({ named }) => named.map(({ name }) => name))
  if (names.length === 0) return
  const stored = await tx.sql<{ name: string }>('select name from stored_picture where name = any($1) for key share', [names])
  const known = new Set(stored.map(({ name }) => name))
  const refusals = createRefusals()
  await refusals.each(naming, ({ planned, named }) => {
    const missing = named.find(({ name }) => !known.has(name))
    if (missing) throw refusedValue(planned, missing.field, { text: expected[missing.kind] })
  })
  refusals.raise()
}

interface Named {
  field: string
  kind: keyof typeof expected
  name: string
}

/** The names that a row is to have. */
const contentIn = ({ planned, before, set }: Naming): Named[] =>
  Object.entries(set).flatMap(([field, value]): Named[] => {
    if (planned.entity === entities.order && field === 'cart') return newPictures(value, before?.['cart'])
    const kind = planned.entity.fields[field]?.kind
    if (kind !== 'image' && kind !== 'audio') return []
    return typeof value === 'string' && isContentName(value) ? [{ field, kind, name: value }] : []
  })

/** Pictures that lines of a cart are to have; what one of its lines had before may stay, whatever it is. */
function newPictures(cart: unknown, before: unknown): Named[] {
  const former = new Set(picturesIn(before))
  const names = [...new Set(picturesIn(cart))].filter((name) => name !== '' && !former.has(name))
  return names.map((name) => ({ field: 'cart', kind: 'image', name }))
}

const picturesIn = (cart: unknown): string[] => ((cart ?? []) as Pick<CartItem, 'img'>[]).map(({ img }) => img)
