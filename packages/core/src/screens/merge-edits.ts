import { isSame } from '#rules/index'
import type { Entity } from '@tiffin/sdk/contract'
import type { AnyRow } from '#rules/index'
import { type Parts, partsOf } from './parts.ts'
import type { Row } from './records.ts'

/** A conflict: a field, or a part of it such as its text in one language, that two users changed differently. */
export interface EditConflict {
  field: string
  part?: string
  mine: unknown
  theirs: unknown
}

interface MergedEdits {
  edits: Record<string, unknown>
  conflicts: EditConflict[]
}

type MergedEntity = Pick<Entity, 'name' | 'fields'>

/** A missing part equals an empty one. */
const isSamePart = (a: unknown, b: unknown): boolean => isSame(a ?? '', b ?? '')

function putPart(parts: Map<string, unknown>, part: string, value: unknown): void {
  if (isSamePart(value, undefined)) parts.delete(part)
  else parts.set(part, value)
}

/**
 * Rebases edits of a row onto its current state: changes made by only one side are kept. A field that both changed
 * differently is a conflict and keeps `mine` until the user decides. Texts in several languages, and other values with
 * parts, are merged part by part.
 */
export function mergeEdits(entity: MergedEntity, edits: AnyRow, { before, now }: { before: Row; now: Row }): MergedEdits {
  const merged: MergedEdits = { edits: {}, conflicts: [] }
  for (const [field, mine] of Object.entries(edits)) {
    const [was, theirs] = [before[field], now[field]]
    if (isSame(mine, was) || isSame(mine, theirs)) continue
    merged.edits[field] = mine
    if (isSame(was, theirs)) continue
    const parts = partsOf(entity, field)
    if (!parts) {
      merged.conflicts.push({ field, mine, theirs })
      continue
    }
    const [own, old, others] = [parts.split(mine), parts.split(was), parts.split(theirs)]
    const value = new Map(others)
    for (const part of new Set([...old.keys(), ...own.keys()])) {
      const [here, earlier, there] = [own.get(part), old.get(part), others.get(part)]
      if (isSamePart(here, earlier) || isSamePart(here, there)) continue
      putPart(value, part, here)
      if (!isSamePart(there, earlier)) merged.conflicts.push({ field, part, mine: here, theirs: there })
    }
    const order = parts.ordered ? chooseOrder({ own, old, others }) : 'theirs'
    merged.edits[field] = parts.join(order === 'theirs' ? value : sortLike(own, value))
    if (order === 'disputed') merged.conflicts.push({ field, mine: merged.edits[field], theirs: parts.join(value) })
  }
  return merged
}

type SplitValue = ReturnType<Parts['split']>

/** Chooses the side whose order is used for the parts that all three versions have. */
function chooseOrder({ own, old, others }: Record<'own' | 'old' | 'others', SplitValue>): 'mine' | 'theirs' | 'disputed' {
  const [mine, was, theirs] = [own, old, others].map((side) =>
    [...side.keys()].filter((part) => own.has(part) && old.has(part) && others.has(part)),
  )
  if (isSame(mine, was) || isSame(mine, theirs)) return 'theirs'
  return isSame(was, theirs) ? 'mine' : 'disputed'
}

/** The parts in the order of one side; parts it does not have come last. */
const sortLike = (side: SplitValue, value: SplitValue): SplitValue =>
  new Map([...[...side].filter(([part]) => value.has(part)), ...[...value].filter(([part]) => !side.has(part))])

/** The edits after a user chose the other side. */
export function acceptTheirs(entity: MergedEntity, edits: AnyRow, conflicts: readonly EditConflict[]): AnyRow {
  const left = { ...edits }
  for (const { field, part, theirs } of conflicts) {
    const parts = partsOf(entity, field)
    if (!parts) delete left[field]
    // If only the order differs, `theirs` has the same parts, including those added here.
    else if (part === undefined) left[field] = theirs
    else {
      const value = parts.split(left[field])
      putPart(value, part, theirs)
      left[field] = parts.join(value)
    }
  }
  return left
}
