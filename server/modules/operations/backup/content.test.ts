import type { Client } from "pg"
import { expect, test } from "vitest"
import { readingApp } from "@/tests/setup/reading"
import { estimateFiles, listNamedFiles } from "./content.repository"

test("the estimate counts a content once, and three files for each page", async () => {
  const { app, read, owner } = await readingApp()
  await read.submit(owner, "三页", { pages: ["一", "二", "三"] })
  await read.submit(owner, "两页", { pages: ["四", "五"] })
  // a second row of the same content
  await app.database.pool.query(
    "insert into attachment (user_id, sha256, hash, ext, name, path, size, type) select user_id, sha256, hash, ext, '同一份', path, size, type from attachment where sha256 <> '' limit 1",
  )
  const client = (await app.database.pool.connect()) as unknown as Client & { release: () => void }
  try {
    const keys = new Set<string>()
    for await (const { key } of listNamedFiles(client)) keys.add(key)
    expect(await estimateFiles(client)).toBe(keys.size + 3 * 5)
  } finally {
    client.release()
  }
})
