import { expect, test } from "vitest"
import { Settings } from "../../contract/site/site"
import { mailsLinks, sendsMail } from "./mail"

const site = (system: object, features: object = {}) => Settings.parse({ system, features })

test("mailed links need mail and the site's address", () => {
  expect(mailsLinks(site({ domain: "https://a.cn" }))).toBe(false)
  expect(mailsLinks(site({ enable_email: true }))).toBe(false)
  expect(mailsLinks(site({ enable_email: true, domain: "https://a.cn" }))).toBe(true)
})
test("a back end that does not say whether it sends mail is assumed to send it", () => {
  const other = site({}, { mail_state: false })
  expect([sendsMail(other), mailsLinks(other)]).toEqual([true, true])
  expect(sendsMail(site({}))).toBe(false)
})
