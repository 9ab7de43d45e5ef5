-- The field by which the rows of an import were matched with records, if it was not the ID.
alter table import_plan add column key_field text;
