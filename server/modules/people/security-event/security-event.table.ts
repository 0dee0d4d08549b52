import { index, integer, pgTable } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../../db/columns"

/**
 * Logins, denied requests, and changes to the credentials of accounts (docs/decisions/051). Rows are added and expire, but never change.
 */
export const securityEventTable = pgTable(
  "security_event",
  {
    id: primaryId(),
    /** 0: an unknown user */
    user_id: reference("user_id"),
    /** SecurityEventType */
    type: integer("type").notNull(),
    /** method or details, in a few words: 短信验证码, 验证器, the title of a call */
    detail: line("detail"),
    ip: line("ip", 64),
    user_agent: line("user_agent", 512),
    /** the request's id in the log */
    request: line("request", 64),
    /** the verified address to notify; "" for none */
    notice_to: line("notice_to"),
    created_at: createdAt(),
  },
  (table) => [
    index("security_event_user").on(table.user_id, table.created_at, table.id),
    index("security_event_type").on(table.type, table.created_at, table.id),
    index("security_event_ip").on(table.ip, table.created_at, table.id),
    index("security_event_time").on(table.created_at, table.id),
  ],
)
