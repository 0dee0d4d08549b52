import { downloadCode } from "@/lib/contract/money/download-code"
import { serve } from "@/server/routes"
import { issueCodes, readCodes, revokeCodes } from "./download-code.usecases"

export const downloadCodeRoutes = serve(downloadCode, {
  "POST /downcode": issueCodes,
  "GET /downcode/list": readCodes,
  "PUT /downcode/revoke": revokeCodes,
})
