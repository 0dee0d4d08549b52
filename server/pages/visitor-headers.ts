import type { IncomingHttpHeaders } from "node:http"
import { forEverybody } from "./render"

/** Next obeys these if they carry a key of the build, and a release's keys are public (docs/decisions/291). */
const keyHeaders = ["x-prerender-revalidate", "x-prerender-revalidate-if-generated"]
const keyCookie = /(^|;)\s*__(prerender_bypass|next_preview_data)=[^;]*/g
const notPassed = ["accept-encoding", "content-length", forEverybody, ...keyHeaders]

/** Returns the headers of a request that are passed to the render of an uncached page. */
export const visitorHeaders = (headers: IncomingHttpHeaders): Record<string, string> => {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || notPassed.includes(name)
      ? []
      : [[name, name === "cookie" ? String(value).replace(keyCookie, "") : String(value)]],
  )
  return Object.fromEntries(passed) as Record<string, string>
}
