import { expect, test } from "vitest"
import { ownDiskError, sentenceOf } from "./failure"

const systemError = (fields: object) => Object.assign(new Error("ENOSPC: no space left on device, copyfile"), { code: "ENOSPC", ...fields })

test("a full disk names the file that could not be written, not the one that was read", () => {
  const said = (error: unknown) => sentenceOf(ownDiskError(error, "/data"))
  expect(said(systemError({ path: "/old/documents/a.pdf", dest: "/data/tmp/x" }))).toBe(
    "磁盘已满，无法写入 /data/tmp/x。请腾出空间再运行一次，会接着做。",
  )
  expect(said(systemError({ path: "/data/files/a" }))).toContain("无法写入 /data/files/a。")
  expect(said(systemError({}))).toContain("无法写入 /data。")
  const database = Object.assign(new Error("could not extend file"), { code: "53100" })
  expect(said(new Error("Failed query: insert into …", { cause: database }))).toBe(
    "磁盘已满，数据库无法写入 /data。请腾出空间再运行一次，会接着做。",
  )
})

test("any other error stays what it is", () => {
  const error = new Error("other")
  expect(ownDiskError(error, "/data")).toBe(error)
})
