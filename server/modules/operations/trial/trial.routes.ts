import { trial } from "@/lib/contract/operations/trial"
import { serve } from "@/server/routes"
import { beginConversionTrial } from "./conversion.jobs"
import { checkDomain } from "./domain.usecases"
import { checkSearch } from "./search.usecases"
import { sendTestSms } from "./sms.usecases"

export const trialRoutes = serve(trial, {
  "POST /config/sms/test": sendTestSms,
  "POST /config/converter/test": beginConversionTrial,
  "GET /config/domain/test": checkDomain,
  "GET /config/search/test": checkSearch,
})
