import { job } from "@/lib/contract/operations/job"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { moveConversion, readConversionQueue } from "../../library/document/conversion-queue.usecases"
import { deleteJobs, pauseJobs, readFailedJobs, readJobs, retryJobs } from "./job.usecases"

export const jobModule = defineModule({
  ...serve(job, {
    "GET /job/list": readJobs,
    "GET /job/failed": readFailedJobs,
    "POST /job/retry": retryJobs,
    "DELETE /job": deleteJobs,
    "PUT /job/pause": pauseJobs,
    "GET /job/conversion": readConversionQueue,
    "PUT /job/conversion": moveConversion,
  }),
})
