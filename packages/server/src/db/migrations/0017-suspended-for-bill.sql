alter table "company" add "suspended_for_bill" smallint default 0 not null;
alter table "company" add "blocked_for_bill" smallint default 0 not null;

-- The history knows who did it last. Besides its own runs, billing acts in changes of people who book something, such as a
-- correction. Without history, the reminder tells.
with latest as (
  select distinct on (a.company, f.field) a.company, f.field,
    a.action = 'Update' and (h.admin is null or h.records ? 'booking') as for_bill
  from "company" c cross join (values ('suspended'), ('enable')) f (field)
    join audit_row a on a.company = c.company_id and a.table_name = 'company' and a.row_key = c.company_id::text and a.after ? f.field
    join change h using (change_id)
  where c."suspended" = 1 or c."enable" = 0
  order by a.company, f.field, a.at desc, a.audit_id desc
)
update "company" c set
  "suspended_for_bill" = case when "suspended" = 1 and coalesce(
    (select for_bill from latest where company = c.company_id and field = 'suspended'), "reminder" > 0) then 1 else 0 end,
  "blocked_for_bill" = case when "enable" = 0 and coalesce(
    (select for_bill from latest where company = c.company_id and field = 'enable'), "reminder" = 14) then 1 else 0 end
  where "suspended" = 1 or "enable" = 0;
