import { defineModule } from "@/server/module"
import { safetyCheckTable } from "./safety-check.table"

/** How long verdicts are kept (ms). */
const storedMs = 180 * 86_400_000

export const contentSafetyModule = defineModule({
  sweep: [{ table: safetyCheckTable, by: safetyCheckTable.checked_at, before: (now) => new Date(now.getTime() - storedMs) }],
})
