import { expect, test } from "vitest"
import { Settings } from "../../contract/site/site"
import { missingForLinks, sendsMail } from "./mail"

const site = (system: object, absent: string[] = []) => Settings.parse({ system, capabilities: { absent } })

test("what is missing for a mailed link: mail first, then the site's own address", () => {
  expect(missingForLinks(site({ domain: "https://a.cn" }))).toBe("email")
  expect(missingForLinks(site({ enable_email: true }))).toBe("system")
  expect(missingForLinks(site({ enable_email: true, domain: "https://a.cn" }))).toBeUndefined()
})
test("a server that does not say whether it sends mail is believed to", () => {
  const other = site({}, ["POST /config/email/test"])
  expect([sendsMail(other), missingForLinks(other)]).toEqual([true, undefined])
  expect(sendsMail(site({}))).toBe(false)
})
