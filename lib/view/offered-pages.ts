import type { Key } from "../contract/types"
import { paths } from "../rules/path"
import { offers } from "./capabilities"

/**
 * Pages that not every server can fill: the path, or one tab of it, and the call or the field of a call that it reads. The page itself
 * answers 404 if that call does (`lib/api/page-error.ts`); this list removes the links to it. Pages below a path need the same.
 */
const readBy: readonly (readonly [path: string, needs: Key | `${Key} ${string}`])[] = [
  [paths.joinVip, "GET /settings/vip"],
  ["/oauth", "GET /oauth/configs"],
  [paths.complaint, "GET /complaint/options"],
  [paths.transparency, "GET /complaint/figures"],
  [paths.myCredits, "GET /user/credit"],
  [paths.myOrders, "GET /user/order"],
  [paths.myVip, "GET /user/vip"],
  [paths.myNotifications, "GET /notification/list"],
  [paths.myComplaints, "GET /complaint/own/list"],
  [paths.myAppeals, "GET /appeal/decision/list"],
  [paths.mySecurity, "GET /user/factor"],
  [`${paths.myDocuments}?tab=recycle`, "GET /document/recycle own"],
  [`${paths.myProfile}?tab=oauth`, "GET /user/oauth"],
  [`${paths.myProfile}?tab=session`, "GET /user/session"],
  [`${paths.myProfile}?tab=token`, "GET /user/token"],
  [`${paths.myProfile}?tab=privacy`, "GET /user/export"],
]

/** The capabilities that the server lacks, from the settings, or from the settings of islands. */
type Offer = { absent: readonly string[] }

/** Checks whether a link leads to a page that the server behind the site cannot fill. */
export const isMissingPage = (href: string, { absent }: Offer): boolean => {
  if (absent.length === 0) return false
  const { pathname, searchParams } = new URL(href, "https://own.invalid")
  const tab = `${pathname}?tab=${searchParams.get("tab") ?? ""}`
  return readBy.some(([path, needs]) => (path === pathname || path === tab || pathname.startsWith(`${path}/`)) && !offers(absent, needs))
}

/** Returns the entries whose page exists. */
export const withoutMissing = <T extends { href: string }>(entries: readonly T[], offer: Offer): T[] =>
  entries.filter(({ href }) => !isMissingPage(href, offer))
