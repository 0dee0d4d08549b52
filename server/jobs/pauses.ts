import { sql } from "drizzle-orm"
import type { PgBoss } from "pg-boss"
import type { Db } from "../db/client"

/*
 * pg-boss cannot pause a queue. The database holds the jobs of paused kinds (docs/decisions/350): no process can fetch them, and a waiting
 * job is not deleted, however old it is.
 */

/** How long pg-boss stores a job that waits (s). The time starts again when its kind is resumed or the job retried. */
const storedSeconds = 14 * 86_400
export const storedUntil = sql`now() + make_interval(secs => ${storedSeconds})`

/** Version of the statements below; a change needs a new number. */
const holdName = "hold_paused_job_1"
const holdStatements = `
begin;
select pg_advisory_xact_lock(hashtext('${holdName}'));
create or replace function queue.${holdName}() returns trigger language plpgsql as $hold$
begin
  if exists (select from paused_job where name = old.name) then return null; end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$hold$;
create or replace trigger ${holdName}_start before update of state on queue.job for each row
  when (old.state < 'active' and new.state = 'active') execute function queue.${holdName}();
create or replace trigger ${holdName}_delete before delete on queue.job for each row
  when (old.state < 'active') execute function queue.${holdName}();
create index if not exists job_ended on queue.job (name, state, completed_on desc, id desc) where state in ('active', 'failed');
commit`

/** Adds the triggers, and the index of the lists of /admin/jobs, to the tables of pg-boss. Does nothing at later starts. */
export const installHold = async (boss: PgBoss): Promise<void> => {
  const exists = `select from pg_trigger where tgrelid = 'queue.job'::regclass and tgname = '${holdName}_delete'`
  const { rows } = (await boss.getDb().executeSql(exists)) as { rows: unknown[] }
  if (rows.length === 0) await boss.getDb().executeSql(holdStatements)
}

export const isPaused = async (db: Db, name: string): Promise<boolean> =>
  (await db.execute(sql`select from paused_job where name = ${name}`)).rows.length > 0
