import { defineModule } from "../../module"
import { pushChangesJob } from "./indexing-push.jobs"

export const indexingPushModule = defineModule({ jobs: [pushChangesJob] })
