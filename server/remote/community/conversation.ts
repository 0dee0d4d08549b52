import { ContentKind } from "../../../lib/contract/library/content.enums"
import { notOffered, offered, type Dialect } from "../dialect"
import type { Fields } from "../messages"
import { rowBy, rowInList, rowsOf } from "../whole-row"

/** Adds the cover of a favourite document, at this site's address. */
const withCover = (row: Fields): Fields =>
  row["document_uuid"] && (row["type"] ?? ContentKind.document) === ContentKind.document
    ? { ...row, cover: `/view/cover/${String(row["document_uuid"])}` }
    : row

/** Comments, favourites, reports, sensitive words. */
export const conversation = {
  "POST /comment": offered,
  "PUT /comment": { ...offered, wholeRow: rowBy("GET /comment") },
  "DELETE /comment": offered,
  "GET /comment": offered,
  "GET /comment/list": offered,
  "POST /comment/check": offered,
  "POST /favorite": offered,
  "DELETE /favorite": offered,
  "GET /favorite": offered,
  "GET /favorite/list": {
    ...offered,
    fromRemote: (answer) => ({ ...answer, favorite: rowsOf(answer, "favorite").map(withCover) }),
  },
  "PUT /favorite": notOffered,
  "GET /favorite/folder": notOffered,
  "POST /favorite/folder": notOffered,
  "PUT /favorite/folder": notOffered,
  "DELETE /favorite/folder": notOffered,
  "GET /notification/list": notOffered,
  "GET /notification/count": notOffered,
  "PUT /notification/read": notOffered,
  "DELETE /notification": notOffered,
  "GET /notification/preference": notOffered,
  "PUT /notification/preference": notOffered,
  "POST /report": { ...offered, absent: ["copyright"] },
  // This server has one `remark`, and the reporter has written it. A note by staff would replace it.
  "PUT /report": {
    ...offered,
    toRemote: ({ remark: _, ...change }) => change,
    wholeRow: rowInList("GET /report/list", "report"),
    absent: ["remark"],
  },
  "POST /sensitiveword": notOffered,
  "PUT /sensitiveword": notOffered,
  "DELETE /sensitiveword": notOffered,
  "GET /sensitiveword": notOffered,
  "GET /sensitiveword/list": notOffered,
  "POST /sensitiveword/import": notOffered,
  "GET /sensitiveword/export": notOffered,
  "POST /sensitiveword/test": notOffered,
  "GET /sensitivehit/list": notOffered,
  "DELETE /sensitivehit": notOffered,
  "GET /safetycheck/list": notOffered,
  "GET /report/case": notOffered,
  "GET /report/case/list": notOffered,
  "PUT /report/case": notOffered,
  "POST /complaint": notOffered,
  "GET /complaint/options": notOffered,
  "GET /complaint/figures": notOffered,
  "GET /complaint/own/list": notOffered,
  "POST /complaint/counter": notOffered,
  "GET /complaint/list": notOffered,
  "GET /complaint": notOffered,
  "GET /complaint/file": notOffered,
  "PUT /complaint": notOffered,
  "DELETE /report": offered,
  "GET /report/list": {
    ...offered,
    missing: ["type"],
    fromRemote: (answer) => ({
      ...answer,
      report: rowsOf(answer, "report").map(({ remark, ...row }) => ({ ...row, reporter_remark: remark })),
    }),
  },
} satisfies Partial<Dialect["calls"]>
