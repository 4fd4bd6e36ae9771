import type pg from 'pg'

const HEADER =
  '-- Derived from the other files in migrations/ by scripts/derive-tables.ts: run it after each new migration.\n'

/** `migrations/schema.sql`: every extension, function, table, index and trigger of a migrated database, sorted by name. */
export const deriveSchema = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ definition: string }>(`
    select definition from (
      ${EXTENSIONS}
      union all
      ${FUNCTIONS}
      union all
      ${TABLES}
      union all
      ${INDEXES}
      union all
      ${TRIGGERS}
    ) as objects (kind, "table", name, definition)
    order by kind, "table" collate "C", name collate "C"`)
  return `${[HEADER, ...rows.map(({ definition }) => `${definition};\n`)].join('\n')}`
}

const IN_PUBLIC = `tables.relnamespace = 'public'::regnamespace and tables.relname <> 'schema_migrations'`

const EXTENSIONS = `
  select 1, '', extname, 'create extension ' || extname from pg_extension where extname <> 'plpgsql'`

const FUNCTIONS = `
  select 2, '', proname, rtrim(pg_get_functiondef(pg_proc.oid), E'\\n')
  from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`

const COLUMNS = `
  select string_agg(
    '  ' || attname || ' ' || format_type(atttypid, atttypmod)
      || case when attnotnull then ' not null' else '' end
      || case
        when attidentity = 'a' then ' generated always as identity'
        when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
        when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid)
        else ''
      end,
    E',\\n' order by attnum)
  from pg_attribute
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = tables.oid and attnum > 0 and not attisdropped`

const CONSTRAINTS = `
  select string_agg(
    E',\\n  constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid), '' order by conname collate "C")
  from pg_constraint
  where conrelid = tables.oid and contype <> 'n'`

const TABLES = `
  select 3, relname, '', case relpersistence when 'u' then 'create unlogged table ' else 'create table ' end || relname || E' (\\n' || (${COLUMNS}) || coalesce((${CONSTRAINTS}), '') || E'\\n)'
    || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')
  from pg_class as tables
  where relkind = 'r' and ${IN_PUBLIC}`

/** Without the indexes of constraints. */
const INDEXES = `
  select 3, tables.relname, '1 ' || indexes.relname, pg_get_indexdef(indexrelid)
  from pg_index
  join pg_class as tables on tables.oid = indrelid
  join pg_class as indexes on indexes.oid = indexrelid
  where ${IN_PUBLIC} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`

const TRIGGERS = `
  select 3, relname, '2 ' || tgname, pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger
  join pg_class as tables on tables.oid = tgrelid
  where not tgisinternal and ${IN_PUBLIC}`
