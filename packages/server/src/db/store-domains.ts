// `www.` leads to the same store. Stored names are in their plain form already, but those of older releases.
const plain = (field: string): string =>
  `regexp_replace(rtrim(regexp_replace(lower(${field}), '^https?://', ''), './'), '^www[.]', '')`

/** No two companies have one store domain: where some do, the oldest keeps it. */
export const storeDomains: string[] = ['domain', 'domain_config'].flatMap((field) => [
  `update company c set ${field} = '', revision = c.revision + 1
   where c.${field} <> '' and exists (
     select from company o where o.company_id < c.company_id and o.${field} <> '' and ${plain(`o.${field}`)} = ${plain(`c.${field}`)})`,
  `create unique index company_${field}_distinct on company ((${plain(field)})) where ${field} <> ''`,
])
