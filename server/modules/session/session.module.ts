import { defineModule } from "../../module"
import { sessionRoutes } from "./session.routes"
import { sessionTable } from "./session.table"

export const sessionModule = defineModule({
  ...sessionRoutes,
  personal: [{ table: sessionTable, exportAs: "session", internal: ["id"], order: sessionTable.created_at, onErase: "delete" }],
  sweep: [{ table: sessionTable, by: sessionTable.expires_at }],
})
