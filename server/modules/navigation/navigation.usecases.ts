import type { DbCtx } from "../../context"
import { navigationTable } from "./navigation.table"

export const addNavigation = ({ db }: DbCtx, rows: (typeof navigationTable.$inferInsert)[]) => db.insert(navigationTable).values(rows)
