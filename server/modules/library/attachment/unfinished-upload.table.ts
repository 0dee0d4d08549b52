import { bigint, boolean, char, index, pgTable, varchar } from "drizzle-orm/pg-core"
import { body, moment, reference } from "../../../db/columns"

/**
 * A resumable upload with its final size. Its bytes are parts in the bucket (`upload-parts.usecases.ts`), without a bucket files in
 * `tmp/tus`. Every process reads and locks uploads here.
 */
export const unfinishedUploadTable = pgTable(
  "unfinished_upload",
  {
    id: char("id", { length: 32 }).primaryKey(),
    user_id: reference("user_id"),
    size: bigint("size", { mode: "number" }).notNull(),
    /** the declared size in bytes; null until a client that does not know it yet declares it */
    length: bigint("length", { mode: "number" }),
    file_name: body("file_name"),
    /** the MD5 that the client announced, unchecked */
    md5: body("md5"),
    /** the file that the complete upload became; null until then */
    attachment_id: bigint("attachment_id", { mode: "number" }),
    /** the request that reads or writes the upload, and until when; it renews this lease */
    holder: varchar("holder", { length: 36 }).notNull().default(""),
    held_until: moment("held_until"),
    /** another request waits for the lease */
    release_wanted: boolean("release_wanted").notNull().default(false),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("unfinished_upload_owner").on(table.user_id), index("unfinished_upload_expiry").on(table.expires_at)],
)
