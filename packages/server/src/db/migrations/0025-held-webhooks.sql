-- Messages wait while the owner of the webhook lacks the second factor that is required of them.
alter table webhook_delivery drop constraint webhook_delivery_state_check;
alter table webhook_delivery add check ("state" in ('pending', 'sending', 'held', 'delivered', 'failed', 'skipped'));
alter table webhook_delivery drop constraint webhook_delivery_problem_check;
alter table webhook_delivery add check ("problem" in ('status', 'timeout', 'unreachable', 'address', 'redirect', 'gone', 'rights', 'disabled', 'company_disabled', 'factor_required'));
