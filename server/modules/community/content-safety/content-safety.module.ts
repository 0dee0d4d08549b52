import { contentSafety } from "@/lib/contract/community/content-safety"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { safetyCheckTable } from "./safety-check.table"
import { testContentSafety } from "./trial.usecases"

/** How long verdicts are kept (ms). */
const storedMs = 180 * 86_400_000

export const contentSafetyModule = defineModule({
  ...serve(contentSafety, { "POST /config/safety/test": testContentSafety }),
  sweep: [{ table: safetyCheckTable, by: safetyCheckTable.checked_at, before: (now) => new Date(now.getTime() - storedMs) }],
})
