import type { ServerResponse } from "node:http"
import { fileHeaders } from "../wire/headers"

/** Checks whether the address is a cover of a server that addresses files by MD5. It has no cover of documents that failed or wait. */
export const isRemoteCover = (path: string): boolean => /^\/view\/cover\/[0-9a-f]{32}$/i.test(path)

/** The sheet that replaces a page elsewhere (`components/ui/paper-sketch.tsx`), in colours that suit light and dark pages. */
const sheet =
  '<svg xmlns="http://www.w3.org/2000/svg" width="210" height="297" viewBox="0 0 210 297">' +
  '<rect width="210" height="297" rx="2" fill="#fff"/>' +
  '<path d="M28 46h92" stroke="#9aa4b2" stroke-width="9" stroke-linecap="round"/>' +
  '<path d="M28 82h154M28 102h154M28 122h118M28 158h154M28 178h154M28 198h140M28 218h154M28 238h76" stroke="#e4e7ec" ' +
  'stroke-width="6" stroke-linecap="round"/></svg>'

/** Answers a blank sheet for a cover that the server does not have. It may have one soon, so the sheet is not cached. */
export const sendMissingCover = (res: ServerResponse): void => {
  res.writeHead(200, {
    ...fileHeaders,
    "content-type": "image/svg+xml",
    "content-length": Buffer.byteLength(sheet),
    "cache-control": "no-store",
  })
  res.end(sheet)
}
