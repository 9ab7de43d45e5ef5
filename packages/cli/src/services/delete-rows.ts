import { deleteRecords, type FoundRows } from '@tiffin/core/screens'
import type { Entity } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'

/**
 * Deletes the found rows in one transaction.
 * @throws `selection_changed` if the search finds other rows now, `conflict` if one has changed, `in_use` with the records
 * that use it
 */
export async function deleteRows({ client }: Connection, entity: Entity, { rows, expect }: FoundRows): Promise<void> {
  await deleteRecords(client, entity, rows, undefined, { expect })
}
