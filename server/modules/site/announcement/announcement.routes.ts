import { desc } from "drizzle-orm"
import { announcement } from "@/lib/contract/site/announcement"
import { entities } from "@/lib/contract/entities"
import { crudRoutes } from "@/server/crud"
import { planAnnouncement } from "./announcement.jobs"
import { announcementTable as t } from "./announcement.table"
import { checkAnnouncement, readCurrent } from "./announcement.usecases"

export const announcementRoutes = crudRoutes(
  announcement,
  entities.announcement,
  {
    table: t,
    searched: [t.title, t.content],
    sorted: { id: t.id, start_time: t.start_time, end_time: t.end_time },
    order: [desc(t.id)],
    subject: "announcement",
    beforeSave: checkAnnouncement,
    afterSave: planAnnouncement,
  },
  { "GET /announcement/current": readCurrent },
)
