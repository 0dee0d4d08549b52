import { expect, test } from "vitest"
import type { Call } from "../../lib/contract/area"
import { contract } from "../../lib/contract/contract"
import { acceptedInput } from "../../server/wire/input"
import { AppError } from "../../server/errors"
import { testApp } from "../setup/test-app"

/* Every refusal is a message that users can read, whatever was sent: no field or type names, no English. */

const app = await testApp()
const admin = await app.admin()
const calls = Object.entries(contract) as [string, Call][]
const shapeOf = ({ input }: Call): Record<string, unknown> => ("shape" in input ? (input.shape as Record<string, unknown>) : {})

/** Matches text without programming terms: abbreviations such as VIP and IP use capital letters. */
const forPeople = /^[^a-z]*$/
const wrongValues: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  "文字",
  "x".repeat(200_000),
  "",
  [],
  [null],
  [{}],
  ["x", {}],
  Array.from({ length: 2_000 }, () => 1),
  {},
  { not: "this" },
]
/** Returns `{}`, each field alone with each wrong value, and all fields with it. */
const inputsOf = (call: Call): Record<string, unknown>[] => {
  const names = Object.keys(shapeOf(call))
  return [
    {},
    ...wrongValues.flatMap((value) => [
      Object.fromEntries(names.map((name) => [name, value])),
      ...names.map((name) => ({ [name]: value })),
    ]),
  ]
}
const refusal = (key: string, call: Call, input: unknown): string => {
  try {
    acceptedInput(key, call, input)
    return ""
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.status).toBe(400)
    return error.message
  }
}

test.each(calls)("%s rejects input with readable error messages", async (key, call) => {
  const refused = inputsOf(call).flatMap((input) => {
    const message = refusal(key, call, input)
    return message ? [{ input, message }] : []
  })
  for (const { message } of refused) {
    expect(message).toMatch(/\p{Script=Han}/u)
    expect(message).toMatch(forPeople)
    expect(message).not.toMatch(/期望|实际接收|无效输入|：$|^(没有填写|太|格式|应为)/)
  }
  // dispatch returns exactly this message
  if (refused[0]) {
    const { input, message } = refused[0]
    const request = { id: "test", ip: "203.0.113.7", user_agent: "test", token: admin.token }
    expect(await app.dispatch(key, input, request)).toMatchObject({ ok: false, status: 400, body: { message } })
  }
})

test("error messages name the field in Chinese, and the response has its name in the API", async () => {
  const request = { id: "test", ip: "203.0.113.7", user_agent: "test", token: admin.token }
  const said = async (key: string, input: unknown) => {
    const reply = await app.dispatch(key, input, request)
    return reply.ok ? null : [reply.body.message, reply.body.field]
  }
  expect(await said("DELETE /banner", {})).toEqual(["编号没有填写", "id"])
  expect(await said("PUT /group/permission", { group_id: 3, permission_id: ["x"] })).toEqual(["权限应为整数", "permission_id.0"])
  expect(await said("PUT /banner", { id: 1, enable: "maybe" })).toEqual(["启用应为是或否", "enable"])
})

test("a response that does not fit the contract is an error of the site, not of the request", async () => {
  const { output } = contract["GET /stats"]
  const parse = output.parse.bind(output)
  output.parse = () => parse({ user_count: "many" })
  try {
    expect(await app.call("GET /stats")).toMatchObject({ ok: false, status: 500, message: "服务器出了点问题，请稍后再试" })
  } finally {
    output.parse = parse
  }
})
