import { beforeAll, expect, test } from "vitest"
import { attachmentOf, call, converted, login, register, send, submit, until, upload, type ClientUser } from "./support/client"
import { ownServer } from "./support/own-server"
import { databaseProcesses, processesAbout } from "./support/processes"
import { patience } from "../setup/patience"

const { start, server, webProcesses, build, data } = ownServer({ SAMPLES: "false", WEB_CONCURRENCY: "2" })
let person: ClientUser

beforeAll(async () => {
  person = await register(server().url, "forked")
})

test("a file uploaded to one web process is converted by the primary process and visible in both; so is its deletion at once", async () => {
  expect(webProcesses()).toHaveLength(2)
  const made = await submit(
    server().url,
    person,
    attachmentOf(await upload(server().url, person, "分工.txt", "分工合作的正文")),
    "分工合作",
  )
  await converted(server().url, made.uuid, person)
  for (let n = 0; n < 8; n++) expect((await send(`${server().url}/document/${made.uuid}`)).status).toBe(200)
  expect((await call(server().url, `DELETE /document?id=${made.id}`, {}, person)).status).toBe(200)
  await until(
    "both processes know",
    async () =>
      (await Promise.all(Array.from({ length: 8 }, () => send(`${server().url}/document/${made.uuid}`)))).every(
        ({ status }) => status === 410,
      ),
    2_000,
  )
})

test("a permission that a group is given, and loses, applies in both processes within ten seconds [security: 8.3.1]", async () => {
  const admin = await login(server().url, "admin", data().admin.password)
  const { json: group } = await call(server().url, "POST /group", { title: "分工" }, admin)
  const { json: listed } = await call(server().url, "GET /permission/list?size=1000", {}, admin)
  const right = (listed.permission as { id: number; path: string }[]).find(({ path }) => path === "/api.v1.SmsAPI/ListSms")!
  const grant = async (permission_id: number[]) =>
    expect((await call(server().url, "PUT /group/permission", { group_id: group.id, permission_id }, admin)).status).toBe(200)
  /** Returns the responses of several connections, which are spread over the processes. */
  const answers = () => Promise.all(Array.from({ length: 8 }, async () => (await call(server().url, "GET /sms/list", {}, person)).status))
  const everywhere = (status: number) => until(`${status} everywhere`, async () => (await answers()).every((one) => one === status), 10_000)
  expect((await call(server().url, "PUT /user", { id: person.id, group_id: [group.id] }, admin)).status).toBe(200)
  await everywhere(403)
  await grant([right.id])
  await everywhere(200)
  await grant([])
  await everywhere(403)
})

test("a killed web process is replaced while the other one keeps serving", async () => {
  const [victim] = webProcesses()
  process.kill(victim!.pid, "SIGKILL")
  await until("two again", async () => webProcesses().length === 2 && webProcesses().every(({ pid }) => pid !== victim!.pid))
  await until("served", async () => (await send(`${server().url}/readyz`).catch(() => null))?.status === 200)
})

test("when the primary process is killed all other processes end, and the next start works", async () => {
  const left = webProcesses().map(({ pid }) => pid)
  await server().kill()
  await until("the others have ended", async () => processesAbout(build().root).every(({ pid }) => !left.includes(pid)), 10_000)
  await start(45_000)
  expect((await call(server().url, "GET /user", {}, person)).status).toBe(200)
})

test("SIGTERM stops all processes in time with exit code 0", async () => {
  const { code, ms } = await server().stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(15_000 * patience)
  expect(databaseProcesses(data().path)).toEqual([])
  expect(processesAbout(build().root)).toEqual([])
  await start()
})
