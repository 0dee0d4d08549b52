import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createGuardedFetch } from "../web/guarded-fetch"
import { guardedRobots } from "./guarded.robot"
import { memoryRobots } from "./memory.robot"
import { RobotError, robotNames, type Robot, type RobotName } from "./robot.port"
import { robotSuite } from "./robot.suite"
import { robotKeys, robotSecrets, robotsStandIn } from "./testing/robots.stand-in"

let standIn: Awaited<ReturnType<typeof robotsStandIn>>
beforeAll(async () => {
  standIn = await robotsStandIn()
})
afterAll(() => standIn.close())
beforeEach(() => void (standIn.accepted.length = 0))

const open = createGuardedFetch(["127.0.0.1"])
const robots = guardedRobots({ fetch: open, timeoutMs: 500 })
const secretOf = (name: RobotName) => (name === "wecom" ? "" : robotSecrets[name])
const robotOf = (name: RobotName, change: Partial<Robot> = {}): Robot => ({
  name,
  url: standIn.urls[name],
  secret: secretOf(name),
  ...change,
})
const errorOf = (sending: Promise<void>): Promise<RobotError> =>
  sending.then(
    () => Promise.reject(new Error("was accepted")),
    (error: RobotError) => error,
  )

robotSuite("the platforms' own protocols", async () => ({
  port: robots,
  robotOf,
  accepted: () => standIn.accepted,
  refuse: () => standIn.interfere({ body: '{"errcode":310000,"errmsg":"sign not match"}' }),
  close: () => undefined,
}))
robotSuite("memory", async () => {
  const port = memoryRobots()
  return {
    port,
    robotOf: (name) => ({ name, url: "https://robots.example.org/hook", secret: "" }),
    accepted: () => port.sent.map(({ robot, text }) => ({ robot: robot.name, text })),
    refuse: () => void (port.fail = new RobotError("refused", "对方没有接受（310000）")),
    close: () => undefined,
  }
})

describe.each(robotNames)("%s", (name) => {
  test("a wrong key is a failure although the answer has status 200, and the sentence names no key", async () => {
    const url = standIn.urls[name].replace(robotKeys[name], "another-key-1234")
    const error = await errorOf(robots.send(robotOf(name, { url }), "x"))
    expect(error).toMatchObject({ name: "RobotError", fault: "refused" })
    expect(error.message).toMatch(/^对方没有接受（\d+）/)
    expect(`${error.message} ${String(error.cause)}`).not.toContain("another-key-1234")
    expect(standIn.accepted).toEqual([])
  })
  test("an answer that is not a robot's, an error status and silence are failures", async () => {
    standIn.interfere({ body: "<html>登录</html>" })
    expect((await errorOf(robots.send(robotOf(name), "x"))).fault).toBe("refused")
    standIn.interfere({ status: 500, body: '{"errcode":0}' })
    expect((await errorOf(robots.send(robotOf(name), "x"))).fault).toBe("refused")
    standIn.interfere({ body: '{"errcode":"0"}' })
    expect((await errorOf(robots.send(robotOf(name), "x"))).fault).toBe("refused")
    standIn.interfere({ silent: true })
    expect((await errorOf(robots.send(robotOf(name), "x"))).fault).toBe("timeout")
  })
  test("an internal address is refused without a connection", async () => {
    const walled = guardedRobots({ fetch: createGuardedFetch([]) })
    expect((await errorOf(walled.send(robotOf(name), "x"))).fault).toBe("address")
    expect(standIn.accepted).toEqual([])
  })
})

test.each(["dingtalk", "feishu"] as const)("%s refuses a wrong secret, no secret, and a timestamp of two hours ago", async (name) => {
  for (const secret of ["SECanother", ""]) expect((await errorOf(robots.send(robotOf(name, { secret }), "x"))).fault).toBe("refused")
  const late = guardedRobots({ fetch: open, now: () => new Date(Date.now() - 7_200_000) })
  expect((await errorOf(late.send(robotOf(name), "x"))).fault).toBe("refused")
  expect(standIn.accepted).toEqual([])
})
