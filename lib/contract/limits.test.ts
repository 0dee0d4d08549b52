import { expect, test } from "vitest"
import type { Call, Conditions } from "./area"
import { contract } from "./contract"
import { streams } from "./streams"

const calls = Object.entries(contract as Record<string, Call>)
const all: [string, Conditions][] = [...calls, ...Object.entries(streams as Record<string, Conditions>)]

/** Paths by method. */
type Paths = Partial<Record<string, string>>
const keysOf = (paths: Paths): string[] =>
  Object.entries(paths).flatMap(([method, list = ""]) => list.split(/\s+/).map((path) => `${method} ${path}`))
const sorted = (keys: readonly string[]) => keys.toSorted()

/**
 * Decisions: these have no limit of their own. Reads cost a cached answer or an index. The others change rows of their caller, whose number
 * another limit bounds, or are bounded in their use case (downloads and uploads a day, guesses of a password).
 */
const unlimited: Paths = {
  GET: `/advertisement/position /advertisement/room /announcement/current /article /article/list /article/neighbour /article/related
    /banner/list /category/list /comment/list /complaint/figures /complaint/options /document /document/download /document/facets
    /document/home /document/links /document/list /document/neighbour /document/outline /document/related /document/rows /document/sheets
    /document/text /document/words /envs /frame /friendlink /friendlink/list /language/list /navigation /navigation/list /oauth/configs
    /oauth/wxshare/signature /oembed /opds/file /settings /settings/recharge /settings/vip /stats /user /user/list`,
  POST: `/document/view /favorite/folder /oauth/bind /upload/document /upload/tus /user/close`,
  PUT: `/document /document/position /document/recycle /document/retry /document/visibility /favorite /favorite/folder
    /notification/preference /notification/read /upload/claim /user/email /user/mobile /user/passkey /user/password /user/profile
    /user/sign`,
  DELETE: `/article /comment /document /document/recycle /document/share /favorite /favorite/folder /notification /order /user/close /user/logout
    /user/oauth /user/passkey /user/session /user/token /user/totp`,
}

/**
 * Decisions: these ask for no password. They open no account, give away no money and reveal no secret, or their use case asks for it where
 * they do: `PUT /config`, `PUT /spiderurl`, `PUT /webhook`, `DELETE /user`, and the calls of one's own account
 * (tests/api/people/account-openers.test.ts). Punishments stay within the rank of staff, and a purchase spends the caller's own credits.
 */
const unconfirmed: Paths = {
  POST: `/advertisement /alarm/test /announcement /appeal /article /article/crawl /article/recycle/restore /banner /category /comment
    /comment/check /complaint/counter /config/converter/test /config/email/test /config/safety/test /config/sms/test /document
    /document/score /document/share /favorite /favorite/folder /friendlink /group /job/retry /language /navigation /order /order/pay
    /order/recharge /punishment /punishmenttemplate /release /report /review/verdict /review/verdict/batch /sensitiveword
    /sensitiveword/import /sensitiveword/test /spiderurl /upload/claim /user/close /user/confirm /webhook/test`,
  PUT: `/advertisement /announcement /appeal /article /article/category /article/check /article/index /article/recommend /attachment /banner
    /category /category/move /comment /complaint /config /document /document/category /document/check /document/detect/language
    /document/file /document/index /document/language /document/position /document/price /document/recommend /document/reconvert
    /document/recycle /document/retry /document/version /document/vip /document/visibility /downcode/revoke /favorite /favorite/folder
    /friendlink /group /job/conversion /job/pause /language /language/status /navigation /navigation/move /notification/preference
    /notification/read /order/close /permission /punishment /punishment/cancel /punishmenttemplate /release/ignore /release/source
    /renew/document/index /report /report/case /review/claim /sensitiveword /sitemap /spiderdocument /spiderdocument/batch /spiderurl
    /sqlmode /upload/claim /user/email /user/mobile /user/passkey /user/password /user/profile /user/sign /webhook /webhookdelivery/replay`,
  DELETE: `/advertisement /announcement /article /article/recycle /article/recycle/empty /attachment /banner /category /comment
    /config/page/cache /document /document/recycle /document/recycle/all /document/share /favorite /favorite/folder /friendlink /group
    /job /language /navigation /notification /order /punishmenttemplate /report /review/claim /samples /searchrecord /sensitivehit
    /sensitiveword /sms /spiderdocument /spiderurl /user /user/close /user/session /user/token /webhook`,
}

test("every call that contacts other servers has a limit, so that nobody uses the site to send mail, requests or messages [security: 2.4.1, mail-tests]", () => {
  const contacting = calls.filter(([, call]) => call.transaction === false)
  expect(contacting.length).toBeGreaterThan(3)
  expect(contacting.flatMap(([key, { limit }]) => (limit ? [] : [key]))).toEqual([])
})

test("a call that others than staff may make, and every stream, has a limit or a decision against one [security: 2.4.1]", () => {
  const open = all.filter(([key, { access, limit }]) => !limit && (access === "public" || (access === "login" && !key.startsWith("GET "))))
  expect(sorted(open.map(([key]) => key))).toEqual(sorted(keysOf(unlimited)))
})

test("a call that changes something asks for the password, or there is a decision against it [security: confirmed-actions]", () => {
  const open = calls.filter(([key, { access, confirmed }]) => !key.startsWith("GET ") && access !== "public" && !confirmed)
  expect(sorted(open.map(([key]) => key))).toEqual(sorted(keysOf(unconfirmed)))
})
