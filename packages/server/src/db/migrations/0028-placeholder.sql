-- Replaced at the merge.
select 1;
