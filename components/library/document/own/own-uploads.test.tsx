import { render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { rememberOwnUpload } from "@/lib/upload/own-uploads"
import { OwnUploads } from "./own-uploads"

vi.mock("next/dynamic", () => import("../testing/next-dynamic"))

const link = (uuid: string) => `<a href="/document/${uuid}">${uuid}</a>`
const lists = `
  <div class="shelf" data-newest="all"><article class="bk">${link("a")}</article><article class="bk">${link("b")}</article></div>
  <ul class="rows" data-newest="4"><li>${link("a")}</li><li>${link("new")}</li></ul>
  <ul class="rows" data-newest="5"><li>${link("a")}</li></ul>
  <ul class="res" data-newest="user 7" hidden></ul>
  <ul class="res" data-newest="user 8"><li>${link("c")}</li></ul>`
const names = (selector: string) =>
  [...document.querySelectorAll(`${selector} > *`)].map((one) => one.querySelector("a[href]:not([tabindex])")?.getAttribute("href"))

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = `<main>${lists}</main><div id="island"></div>`
})

const remember = (uuid: string, owner = 7, at = Date.now()) =>
  rememberOwnUpload(() => localStorage, { uuid, owner, categories: [1, 4], at })
const show = () => render(<OwnUploads />, { container: document.getElementById("island")! })

it("a new document is first in the lists it belongs to, once, and a full shelf keeps its length", async () => {
  remember("new")
  world.enter({ id: 7, username: "读者" })
  world.answer("GET /document/list", {
    total: 2,
    document: [
      { id: 2, uuid: "new", title: "新的", ext: ".pdf", status: DocumentStatus.reviewing, user_id: 7 },
      { id: 1, uuid: "old", title: "旧的", ext: ".pdf", status: DocumentStatus.converted, user_id: 7 },
    ],
  })
  const before = document.querySelector("main")!.innerHTML
  const { unmount } = show()
  await waitFor(() => expect(names(".shelf")).toEqual(["/document/new", "/document/a"]))
  // already displayed; another category; another user
  expect(names('[data-newest="4"]')).toEqual(["/document/a", "/document/new"])
  expect(names('[data-newest="5"]')).toEqual(["/document/a"])
  expect(names('[data-newest="user 8"]')).toEqual(["/document/c"])
  const empty = document.querySelector<HTMLElement>('[data-newest="user 7"]')!
  expect(empty.hidden).toBe(false)
  expect(within(empty).getByText("待审核")).toBeTruthy()
  expect(world.inputsOf("GET /document/list")).toEqual([{ user_id: [7], page: 1, size: 12, order: "id desc" }])
  unmount()
  expect(document.querySelector("main")!.innerHTML).toBe(before)
})

it.each([
  ["a visitor", () => remember("new")],
  ["another person of this browser", () => (remember("new", 8), world.enter({ id: 7, username: "读者" }))],
  ["an hour later", () => (remember("new", 7, Date.now() - 3_600_000), world.enter({ id: 7, username: "读者" }))],
])("%s: the shared page is unchanged, without an API call", async (_, prepare) => {
  prepare()
  show()
  await screen.findAllByText("c")
  expect(world.api).not.toHaveBeenCalled()
  expect(names(".shelf")).toEqual(["/document/a", "/document/b"])
})
