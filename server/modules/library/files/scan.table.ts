import { char, index, pgTable } from "drizzle-orm/pg-core"
import { line, moment } from "../../../db/columns"

/** The newest verdict of the virus scanner on a content. `signature` "" = nothing recognized; `engine` is the scanner's version. */
export const scanTable = pgTable(
  "file_scan",
  {
    sha256: char("sha256", { length: 64 }).primaryKey(),
    engine: line("engine", 255),
    signature: line("signature", 255),
    scanned_at: moment("scanned_at").notNull(),
  },
  (table) => [index("file_scan_scanned").on(table.scanned_at)],
)
