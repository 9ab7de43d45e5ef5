import { firstSearch } from './migrations/first-search.ts'

const made = [
  `create index on "payment" using gin ("company", ("description") gin_trgm_ops)`,
  ...firstSearch.filter((statement) => statement.includes('"find_payment_description"')),
]

/** Payments are searched: what a database lacks that was made before they were. */
export const paymentSearch: string[] = [
  `do $do$ begin
    if to_regprocedure('public.find_payment_description(text)') is null then
      ${made.map((statement) => `execute $sql$${statement}$sql$;`).join('\n')}
    end if;
  end $do$`,
]
