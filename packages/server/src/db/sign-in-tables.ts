// What `normalLogin` of the rules does; of letters that fold to several, those that people have in logins.
const invisible = String.raw`[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]`
const blank = String.raw`[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+`
const folded = (login: string): string => `replace(translate(lower(normalize(${login}, nfkc)), 'ςı', 'σi'), 'ß', 'ss')`
const normal = `btrim(regexp_replace(regexp_replace(${folded('login')}, '${invisible}', '', 'g'), '${blank}', ' ', 'g'))`
const LONGEST = 100

/**
 * Logins in their normal form, one person each. Of several that become one, the oldest that was written so keeps it; the others
 * get their key behind it. Failed attempts are also counted for an address or a login alone, and forgotten bit by bit.
 */
export const plainLogins: string[] = [
  `create index admin_lower_login on admin (lower(login))`,
  // It would forbid a normal form whose owner has not got their new one yet.
  `drop index admin_login_any_case`,
  `do $do$ declare one record; wanted text; base text; suffix text;
  begin
    for one in select admin_id, login, ${normal} as normal from admin order by login <> ${normal}, admin_id loop
      wanted := one.normal;
      base := case one.normal when '' then 'login' else one.normal end;
      suffix := '';
      while wanted = '' or exists (select from admin a where a.admin_id <> one.admin_id and a.login = wanted) loop
        suffix := suffix || '-' || one.admin_id;
        wanted := left(base, ${LONGEST} - length(suffix)) || suffix;
      end loop;
      if wanted <> one.login then
        update admin set login = wanted, revision = revision + 1 where admin_id = one.admin_id;
      end if;
    end loop;
  end $do$`,
  `drop index admin_lower_login`,
  // The form is worked out before a login is written; this holds for whatever forgets it.
  `create unique index admin_login_form on admin (lower(normalize(login, nfkc)))`,

  `truncate sign_in_attempt`,
  `alter table sign_in_attempt alter column failures type double precision`,
]

/** Who has had the trial of which tariff: it outlives the company that had it, which may be deleted, and its person. */
export const tariffTrials: string[] = [
  `create table tariff_trial (
    admin bigint not null,
    tariff bigint not null,
    at timestamptz not null default now(),
    primary key (admin, tariff)
  )`,
  `grant select, insert on tariff_trial to tiffin_app`,
  `insert into tariff_trial (admin, tariff) select creator, base_tariff from company
   where trial = 1 and base_tariff is not null on conflict do nothing`,
]

/** Persons whom somebody of a company has made share the trials of the one who opened that company: else trials have no end. */
export const trialFamilies: string[] = [
  `create table trial_family (
    admin bigint primary key,
    family bigint not null
  )`,
  `grant select, insert on trial_family to tiffin_app`,
]
