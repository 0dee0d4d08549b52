import { bigint, boolean, index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

export const advertisementTable = pgTable(
  "advertisement",
  {
    id: primaryId(),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    position: line("position", 64),
    title: line("title"),
    content: body("content"),
    content_b: body("content_b"),
    daily_limit: counter("daily_limit"),
    impressions: counter("impressions"),
    clicks: counter("clicks"),
    impressions_b: counter("impressions_b"),
    clicks_b: counter("clicks_b"),
    enable: boolean("enable").notNull().default(true),
    remark: body("remark"),
    start_time: moment("start_time"),
    end_time: moment("end_time"),
    height_desktop: integer("height_desktop").notNull().default(0),
    height_phone: integer("height_phone").notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("advertisement_position").on(table.position, table.enable)],
)
