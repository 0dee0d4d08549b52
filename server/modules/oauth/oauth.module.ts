import { defineModule } from "../../module"
import { oauthRoutes } from "./oauth.routes"
import { oauthStateTable, userOauthTable } from "./oauth.table"

export const oauthModule = defineModule({
  ...oauthRoutes,
  personal: [{ table: userOauthTable, exportAs: "oauth", onErase: "delete", beforeProof: "delete" }],
  sweep: [{ table: oauthStateTable, by: oauthStateTable.expires_at }],
})
