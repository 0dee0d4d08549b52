import { bigint, index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

/** Sent messages with the provider's response, without the code. */
export const smsTable = pgTable(
  "sms",
  {
    id: primaryId(),
    code_id: bigint("code_id", { mode: "number" }).notNull().default(0),
    type: integer("type").notNull(),
    status: integer("status").notNull().default(0),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    mobile: line("mobile", 20),
    ip: line("ip", 64),
    provider: line("provider", 32),
    error: line("error", 500),
    response: body("response"),
    used_at: moment("used_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("sms_mobile").on(table.mobile, table.id),
    index("sms_status").on(table.status, table.id),
    index("sms_code").on(table.code_id),
  ],
)
