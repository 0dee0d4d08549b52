import { beforeAll, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { userTable } from "@/server/modules/people/user/user.table"
import { elsewhere, newMobile, password, requestSms, switchOnMail, switchOnSms } from "../../setup/accounts"
import { testApp, type TestApp } from "../../setup/test-app"

/** Neither a response nor its duration reveals whether an account exists (docs/decisions/018). */

let app: TestApp
let time = Date.parse("2026-11-20T04:00:00Z")
let names = 0
/** More accounts than rounds, so that each round uses a new one. */
let accounts: { username: string; email: string; mobile: string }[] = []
beforeAll(async () => {
  app = await testApp({ now: () => new Date(time), guessLimits: { name: 10_000, place: 10_000, known: 10_000 } })
  await switchOnMail(app)
  await switchOnSms(app)
  accounts = await people()
})

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
const rounds = 13

type Side = () => Promise<unknown>
/** Calls both sides alternately, in changing order, and compares their responses and the medians of their durations. */
const compare = async (existing: Side, unknown: Side, stepMs = 61_000) => {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  const run = async (side: keyof typeof times, work: Side) => {
    const start = performance.now()
    const reply = await work()
    times[side].push(performance.now() - start)
    answers[side].add(JSON.stringify(reply))
  }
  // the first calls create connections, plans and caches
  for (let n = 0; n < 3; n++) await Promise.all([existing(), unknown()])
  const measure = async () => {
    times.known = []
    times.unknown = []
    for (let n = 0; n < rounds; n++) {
      const order = [
        ["known", existing],
        ["unknown", unknown],
      ] as const
      for (const [side, work] of n % 2 ? order : order.toReversed()) await run(side, work)
      time += stepMs
    }
    return [median(times.known), median(times.unknown)] as const
  }
  const isNoise = ([a, b]: readonly [number, number]) => Math.abs(a - b) < 0.35 * Math.max(a, b) + 3
  let medians = await measure()
  // a busy machine can distort some measurements; a real difference appears in all of them
  for (let again = 0; again < 5 && !isNoise(medians); again++) {
    time += stepMs && 86_400_000
    medians = await measure()
  }
  expect(isNoise(medians), `medians ${medians.map((one) => one.toFixed(1)).join(" and ")} ms`).toBe(true)
  return answers
}
const same = ({ known: existing, unknown }: Record<"known" | "unknown", Set<string>>) => {
  expect(existing.size).toBe(1)
  expect(existing).toEqual(unknown)
  return JSON.parse([...existing][0]!) as object
}
/** Creates accounts with a verified address and number. */
const people = () =>
  Promise.all(
    Array.from({ length: 20 }, async () => {
      const [person, mobile] = [await app.person(`known-${++names}`), newMobile()]
      const email = `${person.username}@example.org`
      await app.database.db
        .update(userTable)
        .set({ email_verified: true, mobile, mobile_verified: true })
        .where(eq(userTable.id, person.id))
      return { ...person, email, mobile }
    }),
  )
const taking = <T>(rows: T[]) => {
  let at = 0
  return () => rows[at++ % rows.length]!
}

describe("known and unknown accounts get the same response [security: 6.3.8, no-enumeration]", () => {
  test("at login, by name, address and number", async () => {
    const nextKnown = taking(accounts)
    const logIn = (username: string) => app.call("POST /user/login", { username, password: "not the password" }, undefined, elsewhere())
    expect(
      same(
        await compare(
          () => logIn(nextKnown().username),
          () => logIn(`unknown-${++names}`),
        ),
      ),
    ).toMatchObject({ status: 400, message: "用户名或密码错误" })
    same(
      await compare(
        () => logIn(nextKnown().email),
        () => logIn(`unknown-${++names}@example.org`),
      ),
    )
    same(
      await compare(
        () => logIn(nextKnown().mobile),
        () => logIn(newMobile()),
      ),
    )
  })

  test("at login from a browser with the device cookie of an account", async () => {
    const [one, nextKnown] = [accounts[0]!, taking(accounts)]
    const reply = await app.dispatch(
      "POST /user/login",
      { username: one.username, password },
      { id: "", ip: elsewhere(), user_agent: "", token: "" },
    )
    const device = reply.ok ? reply.device : ""
    const logIn = (username: string) =>
      app.dispatch(
        "POST /user/login",
        { username, password: "not the password" },
        { id: "", ip: elsewhere(), user_agent: "", token: "", device },
      )
    same(
      await compare(
        () => logIn(nextKnown().username),
        () => logIn(`unknown-${++names}`),
      ),
    )
  })

  test("at registration", async () => {
    const nextKnown = taking(accounts)
    const register = async (email: string) => {
      const reply = await app.call("POST /user/register", { username: `comer-${++names}`, email, password }, undefined, elsewhere())
      return reply.ok
        ? {
            status: 200,
            keys: Object.keys(reply.data.user).filter((key) => reply.data.user[key as "email"] !== ""),
            verified: reply.data.user.email_verified,
          }
        : reply
    }
    expect(
      same(
        await compare(
          () => register(nextKnown().email),
          () => register(`unknown-${++names}@example.org`),
        ),
      ),
    ).toMatchObject({ status: 200, verified: false })
  })

  test("when an email is requested: registration and recovery", async () => {
    await saveSettings(createCtx(app), "security", { enable_verify_register_email: true })
    const [nextKnown, other] = [taking(accounts), taking(accounts)]
    const code = (email: string) => app.call("POST /user/email/code", { email }, undefined, elsewhere())
    const reset = (email: string) => app.call("POST /user/findpassword/stepone", { email }, undefined, elsewhere())
    const unknown = () => `unknown-${++names}@example.org`
    expect(
      same(
        await compare(
          () => code(nextKnown().email),
          () => code(unknown()),
        ),
      ),
    ).toEqual({ ok: true, status: 200, data: {} })
    expect(
      same(
        await compare(
          () => reset(other().email),
          () => reset(unknown()),
        ),
      ),
    ).toEqual({ ok: true, status: 200, data: {} })
    await saveSettings(createCtx(app), "security", { enable_verify_register_email: false })
  })

  test("when an SMS is requested, of every kind", async () => {
    for (const type of [CodeType.register, CodeType.login, CodeType.find_password]) {
      const nextKnown = taking(accounts)
      const sms = (mobile: string) => requestSms(app, mobile, type)
      expect(
        same(
          await compare(
            () => sms(nextKnown().mobile),
            () => sms(newMobile()),
          ),
        ),
      ).toEqual({ ok: true, status: 200, data: { is_registered: true } })
    }
  })

  test("with a wrong SMS code", async () => {
    const unknown = Array.from({ length: accounts.length }, newMobile)
    const calls = [
      {
        type: CodeType.find_password,
        attempt: (mobile: string) =>
          app.call("POST /user/findpassword/mobile", { mobile, code: "000000x", password: "new staple battery 9" }, undefined, elsewhere()),
      },
      {
        type: CodeType.login,
        attempt: (mobile: string) => app.call("POST /user/login/mobile", { mobile, code: "000000x" }, undefined, elsewhere()),
      },
      {
        type: CodeType.register,
        attempt: (mobile: string) => app.call("POST /user/register/mobile", { mobile, code: "000000x" }, undefined, elsewhere()),
      },
    ]
    for (const { type, attempt } of calls) {
      time += 61_000
      for (const mobile of [...accounts.map((one) => one.mobile), ...unknown]) await requestSms(app, mobile, type)
      const [nextKnown, nextUnknown] = [taking(accounts), taking(unknown)]
      expect(
        same(
          await compare(
            () => attempt(nextKnown().mobile),
            () => attempt(nextUnknown()),
            0,
          ),
        ),
      ).toMatchObject({ status: 400, message: "短信验证码错误" })
    }
  })
})
