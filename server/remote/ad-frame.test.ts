import { expect, test } from "vitest"
import { createAdFrame } from "./ad-frame"

test("in front of an existing server the frame has the scripts of a current advertisement, and nothing else exists", async () => {
  const keys: string[] = []
  const serve = createAdFrame((key) => {
    keys.push(key)
    const advertisement = [{ id: 7, content: "<script src='https://ads.example/x.js'></script>" }]
    return Promise.resolve({ ok: true, status: 200, data: { advertisement } })
  })
  const open = async (path: string) => {
    const sent: { headers?: Record<string, string>; body?: string } = {}
    const res = {
      writeHead: (_status: number, headers: Record<string, string>) => Object.assign(sent, { headers }),
      end: (body: Buffer) => Object.assign(sent, { body: String(body) }),
    }
    await serve({ req: { method: "GET" }, res, path } as never)
    return sent
  }
  const frame = await open("/advertisement-frame/7")
  expect(frame.body).toContain("https://ads.example/x.js")
  expect(frame.headers!["content-security-policy"]).toMatch(/^sandbox (?!.*allow-same-origin)/)
  await expect(open("/advertisement-frame/8")).rejects.toMatchObject({ status: 404 })
  await expect(open("/advertisement-frame/x")).rejects.toMatchObject({ status: 404 })
  expect(new Set(keys)).toEqual(new Set(["GET /advertisement/position"]))
})
