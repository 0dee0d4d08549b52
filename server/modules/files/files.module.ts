import { defineModule } from "../../module"
import { purgeFilesJob } from "./purge.jobs"

export const filesModule = defineModule({
  jobs: [purgeFilesJob],
})
