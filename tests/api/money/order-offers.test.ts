import { beforeAll, describe, expect, test } from "vitest"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* The goods of the site: GET /settings/recharge, GET /settings/vip, and the settings they are based on. */

let app: TestApp
let library: Library
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  admin = await app.admin()
})
const recharge = async (as?: TestUser) => {
  const reply = await app.call("GET /settings/recharge", {}, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const save = (category: string, name: string, value: string) => app.call("PUT /config", { config: [{ category, name, value }] }, admin)

describe("recharge settings", () => {
  test("are public; nothing is sold until user 1 enables it, and the unit is called 积分 until it is named", async () => {
    expect(await recharge()).toEqual({ enable: false, recharge_discount: "", credit_name: "积分", credit_exchange: 10 })
    await save("score", "recharge_discount", "500:0.95")
    expect(await recharge()).toMatchObject({ enable: false, recharge_discount: "" })
    await save("score", "enable_recharge", "true")
    await save("score", "credit_name", "魔豆")
    await save("score", "credit_exchange", "100")
    const changed = { enable: true, recharge_discount: "500:0.95", credit_name: "魔豆", credit_exchange: 100 }
    expect([await recharge(), await recharge(admin)]).toEqual([changed, changed])
    const settings = await app.call("GET /settings")
    expect(settings.ok && settings.data.system).toMatchObject({ credit_name: "魔豆", credit_exchange: 100 })
  })

  test.each([
    ["recharge_discount", "500:0.95\n600:9折", "“600:9折”不对"],
    ["recharge_discount", "500:1.1", "“500:1.1”不对"],
    ["credit_exchange", "0", "应在 1 到 100000 之间"],
    ["credit_exchange", "1.5", "应为整数"],
    ["author_income", "101", "应在 0 到 100 之间"],
  ])("score.%s = %j is rejected with an error message", async (name, value, sentence) => {
    const before = await recharge()
    const reply = await save("score", name, value)
    expect(reply).toMatchObject({ ok: false, status: 400 })
    expect(!reply.ok && reply.message).toContain(sentence)
    expect(await recharge()).toEqual(before)
  })
})

describe("VIP settings", () => {
  test("are public, with all plans in 分, percents and counts", async () => {
    await library.set("vip", {
      enable: true,
      year_price: 19_900,
      year_original_price: 29_900,
      year_document_discount: 80,
      year_download: 400,
    })
    const plans = {
      enable: true,
      year_price: 19_900,
      year_original_price: 29_900,
      year_document_discount: 80,
      year_download: 400,
      month_price: 0,
    }
    for (const as of [undefined, admin]) expect(await app.call("GET /settings/vip", {}, as)).toMatchObject({ ok: true, data: plans })
    expect(await app.call("GET /settings")).toMatchObject({ ok: true, data: { vip: plans } })
  })
  test.each([
    ["year_price", "-1"],
    ["year_document_discount", "101"],
    ["month_price", "19.9"],
  ])("vip.%s = %s is rejected", async (name, value) => expect(await save("vip", name, value)).toMatchObject({ ok: false, status: 400 }))
})
