import { serveCatalogFile } from "./catalog-file.http"
import { serveDownload } from "./download.http"
import { serveProgress } from "./conversion-progress.http"
import { defineModule } from "@/server/module"
import { convertJob, sweepJob } from "./conversion.jobs"
import { refreshCoversJob, titleCoverJob } from "./cover.jobs"
import { documentRoutes } from "./document.routes"
import { documentSafetyJob } from "./safety-check.jobs"
import { scanFilesJob, scanWaitingJob } from "./quarantine.jobs"
import { checkFilesJob, recheckLostFilesJob } from "./stored-file.jobs"
import { textCheckJob } from "./text-check.jobs"
import { documentTable, documentVisitTable, downloadLinkTable, downloadTable } from "./document.table"

export const documentModule = defineModule({
  ...documentRoutes,
  jobs: [
    checkFilesJob,
    convertJob,
    documentSafetyJob,
    recheckLostFilesJob,
    refreshCoversJob,
    scanFilesJob,
    scanWaitingJob,
    sweepJob,
    textCheckJob,
    titleCoverJob,
  ],
  endpoints: [
    { stream: "GET /document/progress", serve: serveProgress },
    { stream: "GET /opds/file", serve: serveCatalogFile },
  ],
  addresses: [
    {
      path: "/download/",
      guarded: true,
      create:
        (app) =>
        ({ req, res, path }) =>
          serveDownload(app, req, res, path.slice("/download/".length)),
    },
  ],
  personal: [
    {
      table: documentTable,
      exportAs: "document",
      internal: [
        "sha256",
        "lost_sha256",
        "file_missing",
        "attachment_id",
        "convert_place",
        "death_place",
        "convert_deaths",
        "lease_until",
        "title_cover",
        "deleted_user_id",
      ],
      onErase: { keep: "what was published stays, under the account's new name" },
      keepsAccount: true,
    },
    { table: downloadTable, exportAs: "download", onErase: "delete" },
  ],
  // A visitor counts once an hour; after two days the row is no longer needed.
  sweep: [
    { table: downloadLinkTable, by: downloadLinkTable.resumable_until },
    { table: documentVisitTable, by: documentVisitTable.hour, before: (now) => Math.floor(now.getTime() / 3_600_000) - 48 },
  ],
})
