import { serveWechatServer } from "./wechat-server.http"
import { defineModule } from "@/server/module"
import { oauthRoutes } from "./oauth.routes"
import { oauthStateTable, userOauthTable } from "./oauth.table"

export const oauthModule = defineModule({
  ...oauthRoutes,
  endpoints: [
    { stream: "GET /oauth/officialaccount/token", serve: serveWechatServer },
    { stream: "POST /oauth/officialaccount/token", serve: serveWechatServer },
  ],
  personal: [{ table: userOauthTable, exportAs: "oauth", onErase: "delete", beforeProof: "delete" }],
  sweep: [{ table: oauthStateTable, by: oauthStateTable.expires_at }],
})
