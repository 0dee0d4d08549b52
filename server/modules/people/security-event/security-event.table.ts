import { index, integer, pgTable } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../../db/columns"

/** Logins, refusals and changes of what opens an account (docs/decisions/051). Rows are added and swept, never changed. */
export const securityEventTable = pgTable(
  "security_event",
  {
    id: primaryId(),
    /** 0: nobody that the site knows */
    user_id: reference("user_id"),
    /** SecurityEventType */
    type: integer("type").notNull(),
    /** how, or what of it, in a few words: 短信验证码, 验证器, the title of a call */
    detail: line("detail"),
    ip: line("ip", 64),
    user_agent: line("user_agent", 512),
    /** the request's id in the log */
    request: line("request", 64),
    /** the proven address that is told of it; "" for none */
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
