import { trial } from "@/lib/contract/operations/trial"
import { serve } from "@/server/routes"
import { convertSamples } from "./conversion.usecases"
import { checkDomain } from "./domain.usecases"
import { checkSearch } from "./search.usecases"
import { sendTestSms } from "./sms.usecases"

export const trialRoutes = serve(trial, {
  "POST /config/sms/test": sendTestSms,
  "POST /config/converter/test": convertSamples,
  "GET /config/domain/test": checkDomain,
  "GET /config/search/test": checkSearch,
})
