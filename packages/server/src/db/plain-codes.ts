import { onlyFor } from './schema.ts'

// What `plainCode` of the contract does.
const invisible = String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]`
const blank = String.raw`[\s\u0001-\u001F\u007F-\u009F\u1680\u2028\u2029]+`
const plain = `btrim(regexp_replace(regexp_replace(normalize(code, nfkc), '${invisible}', '', 'g'), '${blank}', ' ', 'g'))`
const LONGEST = 100

/**
 * Promo codes that differ only by case, blanks or what nobody sees become one for whoever types them in. Of several the oldest
 * that is written plainly keeps its code, the others get their key behind it; their orders go along.
 */
export const plainCodes: string[] = [
  // Each code is looked for among the company's others, and each renamed one among all orders: neither may take a scan.
  `create index promocode_lower_code on promocode (company, lower(code))`,
  `create temporary table renamed_code (company bigint, former text, code text) on commit drop`,
  `do $do$ declare one record; wanted text; base text; suffix text;
  begin
    for one in select company, promocode_id, code, ${plain} as plain from promocode order by code = ${plain}, promocode_id desc loop
      wanted := one.plain;
      base := case one.plain when '' then 'code' else one.plain end;
      suffix := '';
      while wanted = '' or exists (select from promocode p where p.company = one.company and p.promocode_id <> one.promocode_id and lower(p.code) = lower(wanted)) loop
        suffix := suffix || '-' || one.promocode_id;
        wanted := left(base, ${LONGEST} - length(suffix)) || suffix;
      end loop;
      if wanted <> one.code then
        update promocode set code = wanted, revision = revision + 1 where company = one.company and promocode_id = one.promocode_id;
        insert into renamed_code values (one.company, one.code, wanted);
      end if;
    end loop;
  end $do$`,
  `analyze renamed_code`,
  `update "order" o set promocode = r.code from renamed_code r where o.company = r.company and o.promocode = r.former`,
  `drop index promocode_lower_code`,
  `create unique index promocode_caseless_code on promocode (company, lower(code))`,
  // Uses are counted while the code is locked. `lower` is not leak-proof: see the search functions of the schema.
  `create index order_caseless_promocode on "order" (company, lower(promocode)) where promocode <> ''`,
  `create function orders_with_code(text) returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
    select t.order_id from public."order" t where t.company = nullif(current_setting('tiffin.company', true), '')::bigint
      and t.promocode <> '' and lower(t.promocode) = lower($1) $$`,
  ...onlyFor('tiffin_app, tiffin_worker', 'orders_with_code(text)'),
]
