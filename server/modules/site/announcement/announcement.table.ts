import { bigint, boolean, index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

export const announcementTable = pgTable(
  "announcement",
  {
    id: primaryId(),
    title: line("title", 100),
    content: body("content"),
    href: line("href", 500),
    audience: integer("audience").notNull().default(0),
    group_id: bigint("group_id", { mode: "number" }).array().notNull().default([]),
    in_banner: boolean("in_banner").notNull().default(true),
    in_bell: boolean("in_bell").notNull().default(false),
    dismissible: boolean("dismissible").notNull().default(true),
    enable: boolean("enable").notNull().default(true),
    start_time: moment("start_time"),
    end_time: moment("end_time"),
    /** the highest id of the notified users; an interrupted job continues after it */
    told_up_to: reference("told_up_to").default(0),
    told_at: moment("told_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("announcement_current").on(table.enable, table.in_banner, table.end_time)],
)
