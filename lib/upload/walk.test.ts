import { describe, expect, it } from "vitest"
import { entriesOf, harvestEntries, harvestFiles, isHidden } from "./walk"

type Tree = { [name: string]: Tree | string }

/** A directory reader that behaves as in browsers: it returns a few entries at a time, until none are left. */
const entry = (name: string, node: Tree | string, perRead = 100): FileSystemEntry => {
  if (typeof node === "string")
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (resolve: (file: File) => void, reject: (cause: Error) => void) =>
        node === "!" ? reject(new Error("gone")) : resolve(new File([node], name)),
    } as unknown as FileSystemEntry
  const children = Object.entries(node).map(([child, rest]) => entry(child, rest, perRead))
  const createReader = () => {
    let at = 0
    return { readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(children.slice(at, (at += perRead))) }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}
const dropped = (...entries: FileSystemEntry[]) => entries.map((entry) => ({ entry }))
const namesOf = ({ files }: { files: { file: File; path: string }[] }) =>
  files.map(({ file, path }) => (path ? `${path}/${file.name}` : file.name))

describe("dropped items", () => {
  it("folders are traversed in name order, and files keep their path", async () => {
    const harvest = await harvestEntries(
      dropped(entry("课件", { "第10讲.ppt": "x", "第2讲.ppt": "x", 上册: { "一.pdf": "x" } }), entry("单独.txt", "x")),
    )
    expect(namesOf(harvest)).toEqual(["课件/第2讲.ppt", "课件/第10讲.ppt", "课件/上册/一.pdf", "单独.txt"])
  })

  it("a folder is read until it has no more entries", async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`${at}.txt`, "x"]))
    expect((await harvestEntries(dropped(entry("多", many)))).files).toHaveLength(250)
  })

  it("system files are omitted and counted, unreadable files are named", async () => {
    const harvest = await harvestEntries(
      dropped(entry("夹", { ".git": { config: "x" }, "Thumbs.db": "x", "~$报告.docx": "x", "报告.docx": "x", "坏.pdf": "!" })),
    )
    expect(namesOf(harvest)).toEqual(["夹/报告.docx"])
    expect(harvest).toMatchObject({ hidden: 3, unread: ["夹/坏.pdf"], cut: false })
  })

  it("stops at a limit", async () => {
    const endless = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.txt`, "x"]))
    const harvest = await harvestEntries(dropped(entry("家", endless)))
    expect([harvest.files.length, harvest.cut]).toEqual([5_000, true])
  })

  it("text is not a file, and a browser without entries provides its files", () => {
    const file = new File(["x"], "旧.pdf")
    const items = [
      { kind: "string" },
      { kind: "file", webkitGetAsEntry: () => entry("夹", {}) },
      { kind: "file", getAsFile: () => file },
    ] as unknown as DataTransferItem[]
    expect(entriesOf(items).map(({ entry: { name } }) => name)).toEqual(["夹", "旧.pdf"])
  })
})

describe("handles of dropped items", () => {
  it("are the dropped handle and the names below it; a browser without handles, or with a protected folder, gives none", async () => {
    const folder = { kind: "directory", name: "课件" }
    const items = [
      { kind: "file", webkitGetAsEntry: () => entry("课件", { 上册: { "一.pdf": "x" } }), getAsFileSystemHandle: async () => folder },
      { kind: "file", webkitGetAsEntry: () => entry("系统的.txt", "x"), getAsFileSystemHandle: () => Promise.reject(new Error("guarded")) },
      { kind: "file", webkitGetAsEntry: () => entry("单独.txt", "x") },
    ] as unknown as DataTransferItem[]
    const { files } = await harvestEntries(entriesOf(items))
    expect(await Promise.all(files.map(async ({ file, origin }) => [file.name, origin && (await origin.root), origin?.names]))).toEqual([
      ["一.pdf", folder, ["上册", "一.pdf"]],
      ["系统的.txt", null, []],
      ["单独.txt", undefined, undefined],
    ])
  })
})

describe("selected files", () => {
  it("carry their folders in the relative path", () => {
    const inFolder = Object.defineProperty(new File(["x"], "一.pdf"), "webkitRelativePath", { value: "课件/上册/一.pdf" })
    const hidden = Object.defineProperty(new File(["x"], "config"), "webkitRelativePath", { value: "课件/.git/config" })
    const harvest = harvestFiles([inFolder, hidden, new File(["x"], "二.pdf"), new File(["x"], ".DS_Store")])
    expect(namesOf(harvest)).toEqual(["二.pdf", "课件/上册/一.pdf"])
    expect(harvest.hidden).toBe(2)
  })

  it("a folder is in name order, single files in selection order", () => {
    const of = (path: string) => Object.defineProperty(new File(["x"], path.split("/").at(-1)!), "webkitRelativePath", { value: path })
    expect(namesOf(harvestFiles(["课/第10讲.ppt", "课/第2讲.ppt", "课/上/1.ppt"].map(of)))).toEqual([
      "课/第2讲.ppt",
      "课/第10讲.ppt",
      "课/上/1.ppt",
    ])
    expect(namesOf(harvestFiles([new File(["x"], "b.pdf"), new File(["x"], "a.pdf")]))).toEqual(["b.pdf", "a.pdf"])
  })

  it("a tilde or a dot inside a name does not hide a file", () => {
    expect(["a.b.pdf", "2~3.pdf", "报告~$.docx"].some(isHidden)).toBe(false)
  })
})
