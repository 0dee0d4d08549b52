import { notOffered, offered, type Dialect } from "../dialect"
import { rowBy, rowInList } from "../whole-row"

/** Comments, favourites, reports. */
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
  "GET /favorite/list": offered,
  "PUT /favorite": notOffered,
  "GET /favorite/folder": notOffered,
  "POST /favorite/folder": notOffered,
  "PUT /favorite/folder": notOffered,
  "DELETE /favorite/folder": notOffered,
  "POST /report": offered,
  "PUT /report": { ...offered, wholeRow: rowInList("GET /report/list", "report") },
  "DELETE /report": offered,
  "GET /report/list": offered,
} satisfies Partial<Dialect["calls"]>
