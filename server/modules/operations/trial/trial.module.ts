import { trial } from "@/lib/contract/operations/trial"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { beginConversionTrial, convertSamplesJob } from "./trial.jobs"
import { checkDomain } from "./domain.usecases"
import { checkSearch } from "./search.usecases"
import { sendTestSms } from "./sms.usecases"

export const trialModule = defineModule({
  ...serve(trial, {
    "POST /config/sms/test": sendTestSms,
    "POST /config/converter/test": beginConversionTrial,
    "GET /config/domain/test": checkDomain,
    "GET /config/search/test": checkSearch,
  }),
  jobs: [convertSamplesJob],
})
