import { defineModule } from "@/server/module"
import { sharingRoutes } from "./sharing.routes"
import { shareLinkTable, shareVisitTable } from "./sharing.table"

const day = 86_400_000

export const sharingModule = defineModule({
  ...sharingRoutes,
  personal: [{ table: shareLinkTable, exportAs: "share_link", internal: ["password_hash"], onErase: "delete" }],
  // Ended links stay in their creator's overview for half a year. A browser session that lasts longer than a month is a new visit.
  sweep: [
    { table: shareLinkTable, by: shareLinkTable.expires_at, before: (now) => new Date(now.getTime() - 180 * day) },
    { table: shareLinkTable, by: shareLinkTable.revoked_at, before: (now) => new Date(now.getTime() - 180 * day) },
    { table: shareVisitTable, by: shareVisitTable.created_at, before: (now) => new Date(now.getTime() - 30 * day) },
  ],
})
