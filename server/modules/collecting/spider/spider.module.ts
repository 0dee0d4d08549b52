import { defineModule } from "@/server/module"
import { forgetPublisher } from "./spider-document.repository"
import { spiderDocumentTable } from "./spider-document.table"
import { crawlJob, fetchJob, publishJob, sweepSpiderJob } from "./spider.jobs"
import { spiderRoutes } from "./spider.routes"

export const spiderModule = defineModule({
  ...spiderRoutes,
  jobs: [crawlJob, fetchJob, publishJob, sweepSpiderJob],
  personal: [{ table: spiderDocumentTable, notExported: "what staff collect on other sites", onErase: forgetPublisher }],
})
