import { defineModule } from "@/server/module"
import { sensitiveWordRoutes } from "./sensitive-word.routes"
import { sensitiveHitTable } from "./sensitive-word.table"

const dayMs = 86_400_000
/** How long hits are kept. */
const keptDays = 180

export const sensitiveWordModule = defineModule({
  ...sensitiveWordRoutes,
  personal: [{ table: sensitiveHitTable, notExported: "it would show the list of words", onErase: "delete" }],
  sweep: [{ table: sensitiveHitTable, by: sensitiveHitTable.created_at, before: (now) => new Date(now.getTime() - keptDays * dayMs) }],
})
