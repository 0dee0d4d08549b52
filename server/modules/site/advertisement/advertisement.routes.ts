import { desc } from "drizzle-orm"
import { advertisement } from "@/lib/contract/site/advertisement"
import { entities } from "@/lib/contract/entities"
import { crudRoutes } from "@/server/crud"
import { requireSimpleHtml } from "@/server/security/sanitized"
import { advertisementTable as t } from "./advertisement.table"
import { countEvents } from "./ad-events.usecases"
import { planTurns } from "./advertisement.jobs"
import { statedHeight } from "./advertisement.rules"
import { readByPosition, readRoom, requirePeriod, requirePositions } from "./advertisement.usecases"

export const advertisementRoutes = crudRoutes(
  advertisement,
  entities.advertisement,
  {
    table: t,
    searched: [t.title, t.content, t.remark],
    sorted: { id: t.id, position: t.position, start_time: t.start_time, end_time: t.end_time },
    order: [desc(t.id)],
    subject: "advertisement",
    beforeSave: async (ctx, row, id) => {
      if (row.position !== undefined) requirePositions([row.position])
      await requirePeriod(ctx, row, id)
      for (const field of ["content", "content_b"] as const) if (row[field]) requireSimpleHtml(row[field], field)
      if (row.content && !row.height_desktop) row.height_desktop = row.height_phone = statedHeight(row.content)
      if (!id) row.user_id = ctx.user?.id ?? 0
    },
    afterSave: planTurns,
  },
  { "GET /advertisement/position": readByPosition, "GET /advertisement/room": readRoom, "POST /advertisement/event": countEvents },
)
