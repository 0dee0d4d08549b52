import { notOffered, offered, type Dialect } from "../dialect"

export const search = {
  "GET /search": notOffered,
  "GET /document/search": { ...offered, isRecorded: true },
  "GET /document/facets": notOffered,
  "GET /article/search": { ...offered, isRecorded: true },
  "GET /search/suggest": notOffered,
  "GET /search/recommended": notOffered,
  // This server records each search itself.
  "POST /search/view": notOffered,
  "PUT /document/index": notOffered,
  "PUT /article/index": notOffered,
  "PUT /renew/document/index": notOffered,
  "GET /searchrecord/list": { ...offered, missing: ["type"] },
  "GET /searchrecord/words": notOffered,
  "DELETE /searchrecord": offered,
} satisfies Partial<Dialect["calls"]>
