import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('gives every test file its own migrated database', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await one.asOwner(`insert into role (name) values ('{"en":"Only here"}')`)
    const count = (db: typeof one) => db.open().read({ global: true }, (tx) => tx.sql(`select 1 from role`))
    expect(await count(one)).toHaveLength(1)
    expect(await count(other)).toHaveLength(0)
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})
