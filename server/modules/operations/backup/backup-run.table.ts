import { bigint, boolean, index, integer, pgTable, varchar } from "drizzle-orm/pg-core"
import { line, moment, primaryId } from "../../../db/columns"

/** Backups and their proofs (`kind`: a `RunKind`), for the dashboard, the metrics and the alarms. */
export const backupRunTable = pgTable(
  "backup_run",
  {
    id: primaryId(),
    kind: varchar("kind", { length: 8 }).notNull(),
    /** The folder of the backups; never an address with a secret. */
    target: line("target"),
    /** The name of the backup. */
    name: line("name", 64),
    ok: boolean("ok").notNull().default(false),
    files: integer("files").notNull().default(0),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    error: line("error", 500),
    started_at: moment("started_at").notNull().defaultNow(),
    ended_at: moment("ended_at"),
  },
  (table) => [index("backup_run_ended").on(table.ended_at)],
)
