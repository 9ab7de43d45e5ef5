/** The functions that find rows by part of a text, as they began: see `createSearchFunctions`. */
export const firstSearch: string[] = [
  `create or replace function "find_banner_title"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."banner_id" from public."banner" t where tiffin_texts(t."title") ilike pattern;
      else
        return query execute format($q$select t."banner_id" from public."banner" t where tiffin_texts(t."title") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_banner_title"(text) from public`,
  `grant execute on function "find_banner_title"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_banner_description"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."banner_id" from public."banner" t where tiffin_texts(t."description") ilike pattern;
      else
        return query execute format($q$select t."banner_id" from public."banner" t where tiffin_texts(t."description") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_banner_description"(text) from public`,
  `grant execute on function "find_banner_description"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_company_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."company_id" from public."company" t where tiffin_texts(t."name") ilike pattern;
      else
        return query execute format($q$select t."company_id" from public."company" t where tiffin_texts(t."name") ilike $1 and t."company_id" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_company_name"(text) from public`,
  `grant execute on function "find_company_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_courier_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."courier_id" from public."courier" t where t."name" ilike pattern;
      else
        return query execute format($q$select t."courier_id" from public."courier" t where t."name" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_courier_name"(text) from public`,
  `grant execute on function "find_courier_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_courier_phone"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."courier_id" from public."courier" t where t."phone" ilike pattern;
      else
        return query execute format($q$select t."courier_id" from public."courier" t where t."phone" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_courier_phone"(text) from public`,
  `grant execute on function "find_courier_phone"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_courier_comment"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."courier_id" from public."courier" t where tiffin_texts(t."comment") ilike pattern;
      else
        return query execute format($q$select t."courier_id" from public."courier" t where tiffin_texts(t."comment") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_courier_comment"(text) from public`,
  `grant execute on function "find_courier_comment"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_cuisine_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."cuisine_id" from public."cuisine" t where tiffin_texts(t."name") ilike pattern;
      else
        return query execute format($q$select t."cuisine_id" from public."cuisine" t where tiffin_texts(t."name") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_cuisine_name"(text) from public`,
  `grant execute on function "find_cuisine_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_cuisine_comment"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."cuisine_id" from public."cuisine" t where tiffin_texts(t."comment") ilike pattern;
      else
        return query execute format($q$select t."cuisine_id" from public."cuisine" t where tiffin_texts(t."comment") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_cuisine_comment"(text) from public`,
  `grant execute on function "find_cuisine_comment"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_device_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."device_id" from public."device" t where t."name" ilike pattern;
      else
        return query execute format($q$select t."device_id" from public."device" t where t."name" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_device_name"(text) from public`,
  `grant execute on function "find_device_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_kanban_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."kanban_id" from public."kanban" t where t."name" ilike pattern;
      else
        return query execute format($q$select t."kanban_id" from public."kanban" t where t."name" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_kanban_name"(text) from public`,
  `grant execute on function "find_kanban_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_mailing_subject"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."mailing_id" from public."mailing" t where tiffin_texts(t."subject") ilike pattern;
      else
        return query execute format($q$select t."mailing_id" from public."mailing" t where tiffin_texts(t."subject") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_mailing_subject"(text) from public`,
  `grant execute on function "find_mailing_subject"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_mailing_text"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."mailing_id" from public."mailing" t where tiffin_texts(t."text") ilike pattern;
      else
        return query execute format($q$select t."mailing_id" from public."mailing" t where tiffin_texts(t."text") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_mailing_text"(text) from public`,
  `grant execute on function "find_mailing_text"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_merchant_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."merchant_id" from public."merchant" t where tiffin_texts(t."name") ilike pattern;
      else
        return query execute format($q$select t."merchant_id" from public."merchant" t where tiffin_texts(t."name") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_merchant_name"(text) from public`,
  `grant execute on function "find_merchant_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_merchant_description"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."merchant_id" from public."merchant" t where tiffin_texts(t."description") ilike pattern;
      else
        return query execute format($q$select t."merchant_id" from public."merchant" t where tiffin_texts(t."description") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_merchant_description"(text) from public`,
  `grant execute on function "find_merchant_description"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_merchant_type_type"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."merchant_type_id" from public."merchant_type" t where tiffin_texts(t."type") ilike pattern;
      else
        return query execute format($q$select t."merchant_type_id" from public."merchant_type" t where tiffin_texts(t."type") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_merchant_type_type"(text) from public`,
  `grant execute on function "find_merchant_type_type"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_merchant_type_comment"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."merchant_type_id" from public."merchant_type" t where tiffin_texts(t."comment") ilike pattern;
      else
        return query execute format($q$select t."merchant_type_id" from public."merchant_type" t where tiffin_texts(t."comment") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_merchant_type_comment"(text) from public`,
  `grant execute on function "find_merchant_type_comment"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_message_text"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."message_id" from public."message" t where tiffin_texts(t."text") ilike pattern;
      else
        return query execute format($q$select t."message_id" from public."message" t where tiffin_texts(t."text") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_message_text"(text) from public`,
  `grant execute on function "find_message_text"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_message_subject"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."message_id" from public."message" t where tiffin_texts(t."subject") ilike pattern;
      else
        return query execute format($q$select t."message_id" from public."message" t where tiffin_texts(t."subject") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_message_subject"(text) from public`,
  `grant execute on function "find_message_subject"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_order_destination_address"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."order_id" from public."order" t where t."destination_address" ilike pattern;
      else
        return query execute format($q$select t."order_id" from public."order" t where t."destination_address" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_order_destination_address"(text) from public`,
  `grant execute on function "find_order_destination_address"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_order_comment"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."order_id" from public."order" t where t."comment" ilike pattern;
      else
        return query execute format($q$select t."order_id" from public."order" t where t."comment" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_order_comment"(text) from public`,
  `grant execute on function "find_order_comment"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_order_status_value"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."order_status_id" from public."order_status" t where tiffin_texts(t."value") ilike pattern;
      else
        return query execute format($q$select t."order_status_id" from public."order_status" t where tiffin_texts(t."value") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_order_status_value"(text) from public`,
  `grant execute on function "find_order_status_value"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_order_step_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."order_step_id" from public."order_step" t where tiffin_texts(t."name") ilike pattern;
      else
        return query execute format($q$select t."order_step_id" from public."order_step" t where tiffin_texts(t."name") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_order_step_name"(text) from public`,
  `grant execute on function "find_order_step_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_pay_type_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."pay_type_id" from public."pay_type" t where tiffin_texts(t."name") ilike pattern;
      else
        return query execute format($q$select t."pay_type_id" from public."pay_type" t where tiffin_texts(t."name") ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_pay_type_name"(text) from public`,
  `grant execute on function "find_pay_type_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_payment_description"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."payment_id" from public."payment" t where t."description" ilike pattern;
      else
        return query execute format($q$select t."payment_id" from public."payment" t where t."description" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_payment_description"(text) from public`,
  `grant execute on function "find_payment_description"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_promocode_code"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."promocode_id" from public."promocode" t where t."code" ilike pattern;
      else
        return query execute format($q$select t."promocode_id" from public."promocode" t where t."code" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_promocode_code"(text) from public`,
  `grant execute on function "find_promocode_code"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_user_phone"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."user_id" from public."user" t where t."phone" ilike pattern;
      else
        return query execute format($q$select t."user_id" from public."user" t where t."phone" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_user_phone"(text) from public`,
  `grant execute on function "find_user_phone"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_user_name"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."user_id" from public."user" t where t."name" ilike pattern;
      else
        return query execute format($q$select t."user_id" from public."user" t where t."name" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_user_name"(text) from public`,
  `grant execute on function "find_user_name"(text) to tiffin_app, tiffin_worker`,
  `create or replace function "find_user_comment"(pattern text) returns setof bigint language plpgsql stable security definer
    set search_path = public, pg_temp rows 200 as $$
    declare own bigint := (select nullif(current_setting('tiffin.company', true), '')::bigint);
    begin
      if (select current_setting('tiffin.platform', true) = 'on') and own is null then
        return query select t."user_id" from public."user" t where t."comment" ilike pattern;
      else
        return query execute format($q$select t."user_id" from public."user" t where t."comment" ilike $1 and t."company" = %L$q$, own)
          using pattern;
      end if;
    end $$`,
  `revoke all on function "find_user_comment"(text) from public`,
  `grant execute on function "find_user_comment"(text) to tiffin_app, tiffin_worker`,
]
