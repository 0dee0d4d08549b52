import { expect, it } from "vitest"
import { callOf } from "../../lib/contract/contract"
import { permissionPath } from "../../lib/contract/permissions"
import type { Key } from "../../lib/contract/types"
import { absentOf, featureNeeds, uselessPermissions } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { isTest, sources } from "./source"

/** Calls that are only reached through the control of another call: dialogs, rows and forms of a guarded page. */
const behind: Record<string, string> = {
  "DELETE /user/session": "GET /user/session",
  "POST /user/token": "GET /user/token",
  "DELETE /user/token": "GET /user/token",
  "DELETE /user/close": "POST /user/close",
  "DELETE /user/oauth": "GET /user/oauth",
  "POST /oauth/login": "GET /oauth/configs",
  "POST /oauth/begin": "GET /oauth/configs",
  "POST /oauth/bind": "GET /oauth/configs",
  "POST /oauth/factor": "GET /oauth/configs",
  "POST /user/totp": "GET /user/factor",
  "PUT /user/totp": "GET /user/factor",
  "DELETE /user/totp": "GET /user/factor",
  "POST /user/passkey/begin": "GET /user/factor",
  "POST /user/passkey": "GET /user/factor",
  "PUT /user/passkey": "GET /user/factor",
  "DELETE /user/passkey": "GET /user/factor",
  "POST /user/recovery": "GET /user/factor",
  "PUT /user/mobile": "PUT /user/email",
  "GET /order/status": "GET /order",
  "PUT /order/close": "GET /order",
  "POST /order/pay": "GET /order",
  "GET /user/vip/order": "GET /order",
  "DELETE /order": "GET /user/order",
  "PUT /favorite": "GET /favorite/folder",
  "POST /favorite/folder": "GET /favorite/folder",
  "PUT /favorite/folder": "GET /favorite/folder",
  "DELETE /favorite/folder": "GET /favorite/folder",
  "GET /notification/count": "GET /notification/list",
  "PUT /notification/read": "GET /notification/list",
  "DELETE /notification": "GET /notification/list",
  "PUT /notification/preference": "GET /notification/preference",
  "POST /complaint": "GET /complaint/options",
  "POST /complaint/counter": "GET /complaint/own/list",
  "POST /appeal": "GET /appeal/decision/list",
  "DELETE /document/share": "GET /document/share/list",
  "POST /document/share/open": "GET /document/share",
  "GET /document/version/pages": "GET /document/version",
  "GET /document/version/download": "GET /document/version",
  "PUT /document/version": "GET /document/version",
}
/**
 * Calls without a control of their own: pages, the reader and the upload work without a response, and `lib/api` calls them on its own. The
 * client answers them without a request.
 */
const quiet = [
  // composed of other calls (`server/remote/page-chrome.ts`)
  "GET /frame",
  // only if GET /frame says that there is an announcement
  "GET /announcement/current",
  // only for documents whose fields indicate it (`has_outline`, `has_links`, `has_words`, `has_sheets`)
  "GET /document/outline",
  "GET /document/links",
  "GET /document/words",
  "GET /document/sheets",
  "GET /document/rows",
  "GET /document/blocks",
  "GET /document/neighbour",
  "GET /article/neighbour",
  "GET /document/position",
  "PUT /document/position",
  // without it, the shelf shows what was read in this browser
  "GET /document/position/list",
  // without it, filters have no counts
  "GET /document/facets",
  // without it, the question before a deletion omits what it costs
  "GET /document/deletion",
  // without it, the site sells no credits
  "GET /settings/recharge",
  // without it, nothing is counted
  "POST /advertisement/event",
  // without it, every file is uploaded
  "GET /document/exist",
  "POST /upload/claim",
  "PUT /upload/claim",
  "GET /document/suggest",
  // only where the settings say that messages are sent
  "POST /sms",
  "POST /user/register/mobile",
  "POST /user/login/mobile",
  "POST /user/findpassword/mobile",
  // without it, a search field has no suggestions
  "GET /search/suggest",
  // without it, no recommended word is marked
  "GET /search/recommended",
  // only for results that carry a record
  "POST /search/view",
  "GET /upload/limit",
  // only for the field of `PUT /document/visibility`, which is checked
  "GET /document/visibility",
  // only for a report that belongs to a case
  "GET /report/case",
  "PUT /report/case",
  // only for members of a group with its flag, which such a server does not have
  "POST /article/crawl",
  // only called after refusals that an existing server never returns
  "POST /appeal/pass",
  "POST /user/confirm",
]

const front = sources
  .filter(({ path }) => /^(app|components|stores|lib)\//.test(path) && !isTest(path))
  .map(({ text }) => text)
  .join("\n")
const all = (pattern: RegExp): Set<string> => new Set([...front.matchAll(pattern)].map(([, key]) => key!))
const called = all(/\b(?:api|serverApi)\(\s*"([^"]+)"/g)
const checkedCalls = all(/(?:\b(?:has|offers|isAbsent)\((?:[\w.]+, )?|\b(?:needs|call)(?:: |=))"([^"]+)"/g)
/** Calls of pages that answer 404 if the call does (`lib/api/page-error.ts`). Links to them are in `lib/view/offered-pages.ts`. */
const readByPages = new Set(
  sources
    .filter(({ path, text }) => path.startsWith("app/") && /\b(?:pageError|notFoundIfAbsent)\(/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\bserverApi\(\s*"([^"]+)"/g)].map(([, key]) => key!)),
)
const absentCalls = absentOf(community).filter((what) => called.has(what))

const useless = uselessPermissions(community)
/** Nobody holds the permission for this call, and staff see nothing without it. */
const isUngrantable = (key: string) => callOf(key)?.access === "permission" && useless.has(permissionPath(key as Key))
const isChecked = (key: string) => checkedCalls.has(key) || isUngrantable(key)
const features: string[] = Object.values(featureNeeds)
const linked = new Set(sources.find(({ path }) => path === "lib/view/offered-pages.ts")!.text.match(/[A-Z]+ \/[\w/]+(?=")/g))
const isGuarded = (key: string) => isChecked(key) || readByPages.has(key) || features.includes(key) || linked.has(key)

it("pages and components check that the backend supports a call that an existing server lacks", () => {
  expect(absentCalls.length).toBeGreaterThan(20)
  expect(absentCalls.filter((key) => !isGuarded(behind[key] ?? key) && !quiet.includes(key))).toEqual([])
})
it("the lists contain no call that is checked, unused, or offered", () => {
  const listed = [...Object.keys(behind), ...quiet]
  expect(listed.filter((key) => isChecked(key) || !absentCalls.includes(key))).toEqual([])
})
