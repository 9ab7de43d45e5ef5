import type { TestDatabase } from '@tiffin/server/test'
import { cachedDatabase, type Urls, withClient } from './database.ts'
import { seedDemonstration, withoutIndexes } from './million.ts'

const MILLION = 1_000_000
/** Fewer of them try the bench out quickly. */
export const CUSTOMERS = Number(process.env['TIFFIN_BENCH_CUSTOMERS'] ?? MILLION)

/** The demo's company A with this many customers. */
export const manyCustomers = (): Promise<Urls> =>
  cachedDatabase(CUSTOMERS === MILLION ? 'customers' : `customers_${CUSTOMERS}`, customers, fill)

async function fill(database: TestDatabase): Promise<void> {
  await seedDemonstration(database, { days: 1, perDay: 100 })
  await withClient(database.urls.admin, async (admin) => {
    await withoutIndexes(admin, 'user', () => admin.query(customers))
    await admin.query('vacuum (analyze) "user"')
  })
}

// Of 48 first names and 640 surnames, so that a name finds from a few customers to half of them.
const customers = `
  insert into "user" (company, name, phone)
  select (select m.company from membership m join admin a on a.admin_id = m.admin where a.login = 'operator'),
    (array['Anna', 'Hanna', 'Johanna', 'Marianne', 'Susanne', 'Daniela', 'Andrea', 'Stefan', 'Jan', 'Christian', 'Sebastian', 'Florian',
      'Maria', 'Julia', 'Laura', 'Lena', 'Lea', 'Sophie', 'Emma', 'Mia', 'Clara', 'Ida', 'Frieda', 'Greta', 'Paul', 'Leon', 'Ben', 'Finn',
      'Felix', 'Lukas', 'Jonas', 'Emil', 'Oskar', 'Karl', 'Otto', 'Peter', 'Thomas', 'Michael', 'Klaus', 'Uwe', 'Ali', 'Mehmet', 'Elif',
      'Ayşe', 'Olga', 'Igor', 'Piotr', 'Agnieszka'])[1 + floor(48 * random())::int]
    || ' ' || (array['Hoff', 'Schul', 'Web', 'Beck', 'Bau', 'Kauf', 'Neu', 'Alt', 'Groß', 'Klein', 'Lang', 'Kurz', 'Berg', 'Tal', 'Wald',
      'Feld', 'Stein', 'Bach', 'See', 'Dorf', 'Stadt', 'Burg', 'Hof', 'Haus', 'Heim', 'Brück', 'Mühl', 'Eisen', 'Gold', 'Silber', 'Winter',
      'Sommer', 'Oster', 'Christ', 'König', 'Kaiser', 'Fürst', 'Graf', 'Ritter', 'Knecht'])[1 + floor(40 * random())::int]
    || (array['mann', 'ert', 'er', 'ke', 'inger', 'meister', 'macher', 'hauer', 'bauer', 'müller', 'schmidt', 'hardt', 'brecht', 'wig',
      'ing', 'sen'])[1 + floor(16 * random() ^ 2)::int],
    '49' || (array['151', '152', '157', '160', '170', '171', '172', '175', '176', '177', '178', '179'])[1 + floor(12 * random())::int]
      || lpad(floor(1e8 * random())::text, 8, '0')
  from generate_series(1, ${CUSTOMERS})`
