import { expect, test } from "vitest"
import { Settings } from "../../contract/site/site"
import { missingForLinks, sendsMail } from "./mail"

const site = (system: object, features: object = {}) => Settings.parse({ system, features })

test("the missing setting for mailed links: mail first, then the site's address", () => {
  expect(missingForLinks(site({ domain: "https://a.cn" }))).toBe("email")
  expect(missingForLinks(site({ enable_email: true }))).toBe("system")
  expect(missingForLinks(site({ enable_email: true, domain: "https://a.cn" }))).toBeUndefined()
})
test("a back end that does not say whether it sends mail is assumed to send it", () => {
  const other = site({}, { mail_state: false })
  expect([sendsMail(other), missingForLinks(other)]).toEqual([true, undefined])
  expect(sendsMail(site({}))).toBe(false)
})
