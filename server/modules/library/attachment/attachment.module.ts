import { servePictureUpload } from "./picture-upload.http"
import { createPictures } from "./pictures.http"
import { serveTus } from "./tus.http"
import { serveDocumentUpload } from "./upload.http"
import { defineModule } from "@/server/module"
import { attachmentRoutes } from "./attachment.routes"
import { sweepPartsJob } from "./attachment.jobs"
import { unfinishedUploadTable } from "./unfinished-upload.table"

export const attachmentModule = defineModule({
  ...attachmentRoutes,
  jobs: [sweepPartsJob],
  endpoints: [
    { stream: "POST /upload/document", serve: serveDocumentUpload },
    { stream: "POST /upload/tus", serve: serveTus },
    { stream: "POST /upload/avatar", serve: servePictureUpload("avatar") },
    { stream: "POST /upload/banner", serve: servePictureUpload("banner") },
    { stream: "POST /upload/category", serve: servePictureUpload("category") },
    { stream: "POST /upload/cover", serve: servePictureUpload("cover") },
    { stream: "POST /upload/config", serve: servePictureUpload("config") },
    { stream: "POST /upload/article", serve: servePictureUpload("article") },
    { stream: "POST /upload/report", serve: servePictureUpload("report") },
  ],
  // No site security, because the login page shows images too.
  addresses: [
    {
      path: "/uploads/",
      create: (app) => {
        const serve = createPictures(app)
        return ({ req, res, path }) => serve(req, res, path)
      },
    },
  ],
  personal: [{ table: unfinishedUploadTable, notExported: "names and sizes of files on their way, gone after a day", onErase: "delete" }],
  sweep: [{ table: unfinishedUploadTable, by: unfinishedUploadTable.expires_at }],
})
