import { needsFrame } from "../../../lib/rules/site/advertisement-frame"
import { ContentKind } from "../../../lib/contract/library/content.enums"
import { notOffered, offered, type Dialect } from "../dialect"
import type { Fields } from "../messages"
import { moveBySort } from "./move"
import { withCategoryParent, withNavigationParent } from "../tree"
import { rowBy, rowInList, rowsOf } from "../whole-row"

/** This server requires both times. These are outside the lifetime of any advertisement and mean "open". */
const open = { start: "2000-01-01T00:00:00Z", end: "2999-12-31T00:00:00Z" }
type Times = { start_time?: Date | null; end_time?: Date | null }
const withTimes = (input: Times): Fields => ({
  ...input,
  ...(input.start_time === null && { start_time: open.start }),
  ...(input.end_time === null && { end_time: open.end }),
})
const isAt = (time: unknown, moment: string) => Date.parse(String(time)) === Date.parse(moment)
const advertisement = (row: Fields): Fields => ({
  ...row,
  framed: needsFrame({ content: String(row["content"] ?? ""), content_b: "" }),
  ...(isAt(row["start_time"], open.start) && { start_time: null }),
  ...(isAt(row["end_time"], open.end) && { end_time: null }),
})
const advertisements = (answer: Fields): Fields => ({ ...answer, advertisement: rowsOf(answer, "advertisement").map(advertisement) })

/** It neither compares two codes, nor counts views, nor reserves heights. */
const unknownToAdvertisements = ["content_b", "daily_limit", "height_desktop", "height_phone"]

/** Banners, attachments, friend links, advertisements, navigation, categories, languages. */
export const placement = {
  "POST /banner": offered,
  "PUT /banner": { ...offered, wholeRow: rowBy("GET /banner") },
  "DELETE /banner": offered,
  "GET /banner": offered,
  "GET /banner/list": offered,
  "PUT /attachment": { ...offered, wholeRow: rowBy("GET /attachment") },
  // Its newest version deletes none, and gives no user the right to.
  "DELETE /attachment": offered,
  "GET /attachment": offered,
  "GET /attachment/list": offered,
  "POST /friendlink": offered,
  "PUT /friendlink": { ...offered, wholeRow: rowBy("GET /friendlink") },
  "DELETE /friendlink": offered,
  "GET /friendlink": offered,
  "GET /friendlink/list": offered,
  "POST /advertisement": {
    ...offered,
    absent: unknownToAdvertisements,
    toRemote: (input) => withTimes({ ...input, start_time: input.start_time ?? null, end_time: input.end_time ?? null }),
    fromRemote: advertisement,
  },
  "PUT /advertisement": { ...offered, absent: unknownToAdvertisements, toRemote: withTimes, wholeRow: rowBy("GET /advertisement") },
  "DELETE /advertisement": offered,
  "GET /advertisement": { ...offered, fromRemote: advertisement },
  "GET /advertisement/list": { ...offered, fromRemote: advertisements, missing: ["impressions", "clicks"] },
  "GET /advertisement/room": notOffered,
  "POST /advertisement/event": notOffered,
  "POST /announcement": notOffered,
  "PUT /announcement": notOffered,
  "DELETE /announcement": notOffered,
  "GET /announcement": notOffered,
  "GET /announcement/list": notOffered,
  "GET /announcement/current": notOffered,
  "GET /advertisement/position": { ...offered, fromRemote: advertisements },
  "POST /navigation": offered,
  "PUT /navigation": { ...offered, complete: withNavigationParent, wholeRow: rowBy("GET /navigation") },
  "DELETE /navigation": offered,
  "GET /navigation": offered,
  "GET /navigation/list": offered,
  "PUT /navigation/move": moveBySort({
    list: "GET /navigation/list",
    name: "navigation",
    row: "GET /navigation",
    change: "PUT /navigation",
  }),
  "POST /category": offered,
  "PUT /category": { ...offered, complete: withCategoryParent, wholeRow: rowBy("GET /category") },
  "DELETE /category": offered,
  "GET /category": offered,
  "PUT /category/move": moveBySort({
    list: "GET /category/list",
    name: "category",
    query: { type: [ContentKind.document, ContentKind.article] },
    row: "GET /category",
    change: "PUT /category",
  }),
  "POST /language": offered,
  "PUT /language": { ...offered, wholeRow: rowInList("GET /language/list", "language"), absent: ["code"] },
  "DELETE /language": offered,
  // This server has no call for a single language.
  "GET /language": {
    ...offered,
    key: "GET /language/list",
    toRemote: () => ({ page: 1, size: 1000 }),
    fromRemote: (answer, { input }) => rowsOf(answer, "language").find((row) => row["id"] === input.id) ?? {},
  },
  "GET /language/list": offered,
  "PUT /language/status": offered,
} satisfies Partial<Dialect["calls"]>
