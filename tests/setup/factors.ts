import { createAuthenticator } from "./authenticator"
import type { TestUser, TestApp } from "./test-app"
import { stepOf, totpAt } from "./totp"

/** Creates a clock that tests advance: a code is valid once, so the next one needs another half minute. */
export const createClock = () => {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), pass: (seconds: number) => void (ahead += seconds * 1000) }
}

/** Sets up an authenticator app; `code` is the current code, `wrongCode` is none of the codes around it. */
export const withTotp = async (app: TestApp, person: TestUser) => {
  const begun = await app.call("POST /user/totp", {}, person)
  if (!begun.ok) throw new Error(begun.message)
  const { secret, uri } = begun.data
  const code = () => totpAt(secret, stepOf(app.now()))
  const wrongCode = () => {
    const valid = [-2, -1, 0, 1, 2].map((steps) => totpAt(secret, stepOf(app.now()) + steps))
    return ["000000", "111111", "222222", "333333", "444444", "555555"].find((given) => !valid.includes(given))!
  }
  const done = await app.call("PUT /user/totp", { otp: code() }, person)
  if (!done.ok) throw new Error(done.message)
  return { secret, uri, code, wrongCode, recovery: done.data.recovery_code }
}

/** Adds a passkey at `origin`, the site's URL. */
export const withPasskey = async (app: TestApp, person: TestUser, origin: string, name = "手机") => {
  const authenticator = createAuthenticator()
  const begun = await app.call("POST /user/passkey/begin", {}, person)
  if (!begun.ok) throw new Error(begun.message)
  const done = await app.call("POST /user/passkey", { name, passkey: authenticator.create(begun.data.options, { origin }) }, person)
  if (!done.ok) throw new Error(done.message)
  return { authenticator, id: done.data.id, recovery: done.data.recovery_code }
}
