import { entities } from '@tiffin/sdk/contract'
import { createSearchFunctions, searchIndexes } from './schema.ts'

const made = [...searchIndexes(entities.payment), ...createSearchFunctions(entities.payment)]

/** Payments are searched: what a database lacks that was made before they were. */
export const paymentSearch: string[] = [
  `do $do$ begin
    if to_regprocedure('public.find_payment_description(text)') is null then
      ${made.map((statement) => `execute $sql$${statement}$sql$;`).join('\n')}
    end if;
  end $do$`,
]
