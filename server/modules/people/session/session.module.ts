import { defineModule } from "@/server/module"
import { accessTokenTable } from "./access-token.table"
import { sessionRoutes } from "./session.routes"
import { sessionTable } from "./session.table"

export const sessionModule = defineModule({
  ...sessionRoutes,
  personal: [
    { table: sessionTable, exportAs: "session", internal: ["id"], order: sessionTable.created_at, onErase: "delete" },
    { table: accessTokenTable, exportAs: "access_token", internal: ["hash"], onErase: "delete", beforeProof: "delete" },
  ],
  sweep: [
    { table: sessionTable, by: sessionTable.expires_at },
    { table: accessTokenTable, by: accessTokenTable.expires_at },
  ],
})
