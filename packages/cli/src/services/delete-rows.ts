import type { Entity } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'

/** Deletes rows by their keys in one transaction. @throws `in_use` with what uses them */
export async function deleteRows(connection: Connection, entity: Entity, keys: readonly (number | string)[]): Promise<void> {
  await connection.client.Reference.deleteData(
    { tables: keys.map((id) => ({ table: entity.name, id })) },
    { retryWrites: true, timeoutMs: 60_000 },
  )
}
