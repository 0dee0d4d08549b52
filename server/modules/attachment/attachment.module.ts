import { servePictureUpload } from "../../http/picture-upload"
import { serveTus } from "../../http/tus"
import { serveDocumentUpload } from "../../http/upload"
import { defineModule } from "../../module"
import { attachmentRoutes } from "./attachment.routes"
import { unfinishedUploadTable } from "./unfinished-upload.table"

export const attachmentModule = defineModule({
  ...attachmentRoutes,
  endpoints: [
    { stream: "POST /upload/document", serve: serveDocumentUpload },
    { stream: "POST /upload/tus", serve: serveTus },
    { stream: "POST /upload/avatar", serve: servePictureUpload("avatar") },
    { stream: "POST /upload/banner", serve: servePictureUpload("banner") },
    { stream: "POST /upload/category", serve: servePictureUpload("category") },
    { stream: "POST /upload/cover", serve: servePictureUpload("cover") },
    { stream: "POST /upload/config", serve: servePictureUpload("config") },
    { stream: "POST /upload/article", serve: servePictureUpload("article") },
  ],
  personal: [{ table: unfinishedUploadTable, notExported: "sizes of files on their way, gone after a day", onErase: "delete" }],
  sweep: [{ table: unfinishedUploadTable, by: unfinishedUploadTable.expires_at }],
})
