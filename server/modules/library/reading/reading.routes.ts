import { reading } from "@/lib/contract/library/reading"
import { serve } from "@/server/routes"
import { readPageBlocks } from "./blocks.usecases"
import { searchInside } from "./inside.usecases"
import { signPages } from "./page-signature.usecases"
import { readOembed } from "./oembed.usecases"
import { readNeighbours, readRelated } from "./related-documents.usecases"
import { keepPosition, listPositions, readPosition } from "./position.usecases"
import { addRating, readRating } from "./rating.usecases"
import { readRows, readSheets } from "./sheets.usecases"
import { readOutline, readPageLinks, readPageTexts, readPageTextLayer } from "./text.usecases"

export const readingRoutes = serve(reading, {
  "GET /document/outline": readOutline,
  "GET /document/words": readPageTextLayer,
  "GET /document/text": readPageTexts,
  "GET /document/blocks": readPageBlocks,
  "GET /document/links": readPageLinks,
  "GET /document/signatures": signPages,
  "GET /document/sheets": readSheets,
  "GET /document/rows": readRows,
  "GET /document/inside": searchInside,
  "GET /document/related": readRelated,
  "GET /document/neighbour": readNeighbours,
  "GET /document/score": readRating,
  "POST /document/score": addRating,
  "GET /document/position": readPosition,
  "GET /document/position/list": listPositions,
  "PUT /document/position": keepPosition,
  "GET /oembed": readOembed,
})
