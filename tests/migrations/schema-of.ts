import type { Pool } from "pg"

/** Columns, constraints, indexes, triggers, functions, sequences and extensions of the schema `public`, one line each, sorted by text. */
const everything = `
  with relations as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace),
  own_functions as (
    select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'))
  select format('%s.%s %s%s%s%s%s', r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid),
    case when a.attidentity <> '' then ' identity ' || a.attidentity::text end, case when a.attgenerated <> '' then ' generated' end)
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum where r.relkind = 'r'
  union all select format('%s %s %s', r.relname, c.conname, pg_get_constraintdef(c.oid))
    from relations r join pg_constraint c on c.conrelid = r.oid where c.contype <> 'n'
  union all select pg_get_indexdef(i.indexrelid) from relations r join pg_index i on i.indexrelid = r.oid
  union all select pg_get_triggerdef(t.oid) from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
  union all select pg_get_functiondef(oid) from own_functions
  union all select format('%s %s %s %s %s %s', r.relname, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache)
    from relations r join pg_sequence s on s.seqrelid = r.oid
  union all select 'extension ' || extname from pg_extension
  order by 1`

/** Returns the schema as lines. Two databases with the same tables return the same lines, whatever the order of their columns. */
export const schemaOf = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ format: string }>(everything)).rows.map(({ format }) => format)
