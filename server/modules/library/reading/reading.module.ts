import { defineModule } from "@/server/module"
import { serveView } from "./view.http"
import { readingRoutes } from "./reading.routes"
import { ratingTable, readingPositionTable } from "./reading.table"

export const readingModule = defineModule({
  ...readingRoutes,
  addresses: [
    {
      path: "/view/",
      guarded: true,
      create:
        (app) =>
        ({ req, res, path, query }, open) =>
          serveView(app, req, res, path, query, open),
    },
  ],
  personal: [
    { table: ratingTable, notExported: "shown at the document", onErase: "delete" },
    { table: readingPositionTable, notExported: "shown at the document", onErase: "delete" },
  ],
})
