import { firstSearch } from './migrations/first-search.ts'

const asked =
  /return query execute format\(\$q\$(select t\.("\w+") from public\.("\w+") t where .+ and t\.("\w+")) = %L\$q\$, own\)\s+using pattern;/

const most = (company: string, table: string, key: string, order: string): string =>
  `(select count(*) filter (where n.company = own) > 50 from (select t.${company} as company from public.${table} t order by t.${key}${order} limit 100) n)`

/** The search functions as they look at how large the company is that asks: see `createSearchFunctions`. */
export const largeSearch: string[] = firstSearch
  .filter((statement) => statement.startsWith('create'))
  .map((statement) =>
    statement.replace(/ := \(.+\);/, '$&\n    large boolean;').replace(
      asked,
      (_, select: string, key: string, table: string, company: string) =>
        `large := pattern ~ '[[:alnum:]]{3}' and ${most(company, table, key, ' desc')} and ${most(company, table, key, '')};
        return query execute format($q$${select}%s = %L$q$, case when large then ' + 0' end, own) using pattern;`,
    ),
  )
