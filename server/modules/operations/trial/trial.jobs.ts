import { randomUUID } from "node:crypto"
import type { LoggedIn } from "@/server/context"
import { job } from "@/server/module"
import { convertSamples, type Trial } from "./conversion.usecases"

/** Converts the samples on a machine that also converts documents. */
export const convertSamplesJob = job<Trial>({
  name: "convert-samples",
  timeoutSeconds: 180,
  retries: 0,
  concurrency: 1,
  run: convertSamples,
})

/** Serves `POST /config/converter/test`: begins a trial, whose results are `sample` events of the user. */
export const beginConversionTrial = async (ctx: LoggedIn): Promise<{ trial: string }> => {
  const trial = randomUUID()
  await ctx.enqueue(convertSamplesJob, { trial, user_id: ctx.user.id }, { key: trial })
  return { trial }
}
