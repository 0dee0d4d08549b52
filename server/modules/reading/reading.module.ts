import { defineModule } from "../../module"
import { readingRoutes } from "./reading.routes"
import { documentScoreTable, readingPositionTable } from "./reading.table"

export const readingModule = defineModule({
  ...readingRoutes,
  personal: [
    { table: documentScoreTable, notExported: "shown at the document", onErase: "delete" },
    { table: readingPositionTable, notExported: "shown at the document", onErase: "delete" },
  ],
})
