import { sharing } from "@/lib/contract/library/sharing"
import { serve } from "@/server/routes"
import { createShareLink, openShareLink, readShareLinks, readShareState, revokeShareLink } from "./sharing.usecases"

export const sharingRoutes = serve(sharing, {
  "GET /document/share/list": readShareLinks,
  "POST /document/share": createShareLink,
  "DELETE /document/share": revokeShareLink,
  "GET /document/share": readShareState,
  "POST /document/share/open": openShareLink,
})
