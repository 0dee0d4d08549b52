import { expect, test } from "vitest"
import { siteOf } from "../../setup/site"
import { testApp } from "../../setup/test-app"

test("the file of a document in one request, as existing clients send it, is answered without its storage location", async () => {
  const app = await testApp()
  const base = await siteOf(app)
  const person = await app.person()
  const body = new FormData()
  body.append("file", new File(["第一行\n第二行"], "up2.txt", { type: "text/plain" }))
  const reply = await fetch(`${base}/api/v1/upload/document`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body,
  })
  expect(reply.status).toBe(200)
  const answer = (await reply.json()) as { data: Record<string, unknown> }
  expect(answer).toEqual({
    code: 200,
    message: "ok",
    data: {
      id: expect.any(Number) as number,
      hash: expect.stringMatching(/^[\da-f]{32}$/) as string,
      size: 19,
      name: "up2.txt",
      ext: ".txt",
    },
  })
  const document = [{ title: "up2", price: 0, attachment_id: answer.data.id, language: "" }]
  expect(await app.call("POST /document", { overwrite: false, category_id: [], document }, person)).toMatchObject({ ok: true })
})
