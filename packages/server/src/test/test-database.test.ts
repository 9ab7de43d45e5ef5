import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('gives every test file its own migrated database', async () => {
  const [item, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await item.asOwner(`insert into role (name) values ('{"en":"Only here"}')`)
    const count = (db: typeof item) => db.open().read({ global: true }, (tx) => tx.sql(`select 1 from role`))
    expect(await count(item)).toHaveLength(1)
    expect(await count(other)).toHaveLength(0)
  } finally {
    await Promise.all([item.drop(), other.drop()])
  }
})
