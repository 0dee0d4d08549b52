import { bigint, char, index, pgTable } from "drizzle-orm/pg-core"
import { moment, reference } from "../../../db/columns"

/** An unfinished resumable upload with its final size; its bytes are in `tmp/tus`. */
export const unfinishedUploadTable = pgTable(
  "unfinished_upload",
  {
    id: char("id", { length: 32 }).primaryKey(),
    user_id: reference("user_id"),
    size: bigint("size", { mode: "number" }).notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("unfinished_upload_owner").on(table.user_id), index("unfinished_upload_expiry").on(table.expires_at)],
)
