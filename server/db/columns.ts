import { bigint, integer, text, timestamp, varchar } from "drizzle-orm/pg-core"

/* The columns that most tables share. Their snake_case names are the API's, given explicitly. */

export const primaryId = () => bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity()
export const reference = (name: string) => bigint(name, { mode: "number" }).notNull()
export const counter = (name: string) => integer(name).notNull().default(0)
export const line = (name: string, length = 255) => varchar(name, { length }).notNull().default("")
export const body = (name: string) => text(name).notNull().default("")
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" })
export const createdAt = () => moment("created_at").notNull().defaultNow()
export const updatedAt = () => moment("updated_at").notNull().defaultNow()
