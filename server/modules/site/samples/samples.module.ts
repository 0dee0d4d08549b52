import { samples } from "@/lib/contract/site/samples"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { readSamples, removeSamples } from "./removal.usecases"

export const samplesModule = defineModule({
  ...serve(samples, { "GET /samples": readSamples, "DELETE /samples": removeSamples }),
})
