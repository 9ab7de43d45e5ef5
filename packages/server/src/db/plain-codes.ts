// What `plainCode` of the contract does.
const invisible = String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]`
const blank = String.raw`[\s\u0001-\u001F\u007F-\u009F\u1680\u2028\u2029]+`
const plain = `left(btrim(regexp_replace(regexp_replace(normalize(code, nfkc), '${invisible}', '', 'g'), '${blank}', ' ', 'g')), 80)`

/**
 * Promo codes that differ only by case, blanks or what nobody sees become one for whoever types them in. Of several the oldest
 * that is written plainly keeps its code, the others get their key behind it; their orders go along.
 */
export const plainCodes: string[] = [
  `do $do$ declare one record; wanted text;
  begin
    for one in select company, promocode_id, code, ${plain} as plain from promocode order by code = ${plain}, promocode_id desc loop
      wanted := one.plain;
      while wanted = '' or exists (select from promocode p where p.company = one.company and p.promocode_id <> one.promocode_id and lower(p.code) = lower(wanted)) loop
        wanted := (case wanted when '' then 'code' else wanted end) || '-' || one.promocode_id;
      end loop;
      if wanted <> one.code then
        update promocode set code = wanted, revision = revision + 1 where company = one.company and promocode_id = one.promocode_id;
        update "order" set promocode = wanted where company = one.company and promocode = one.code;
      end if;
    end loop;
  end $do$`,
  `create unique index promocode_caseless_code on promocode (company, lower(code))`,
]
