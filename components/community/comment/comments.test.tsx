import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import type { Comment } from "@/lib/contract/types"
import { threadsOf } from "./comment-target"
import { Comments } from "./comments"
import { askAboutPage } from "./asked-page"
import { pageOf } from "./page-field"

let rows: MockOutput<"GET /comment/list">["comment"] & object = []
const listed = (input: { parent_id?: unknown; user_id?: unknown; page?: unknown }): MockOutput<"GET /comment/list"> => {
  // the user's own comments that are not public
  if (input.user_id) return { total: 0, comment: rows.filter((row) => row.user_id === input.user_id && row.status !== 1) }
  const parents = input.parent_id as number[]
  const matches = rows.filter((row) => parents.includes(row.parent_id ?? 0) && row.status === 1)
  const size = 20
  const page = Number(input.page ?? 1)
  return { total: matches.length, comment: parents[0] === 0 ? matches.slice((page - 1) * size, page * size) : matches }
}

class Near {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

const names: Record<number, string> = { 7: "林", 9: "沈未央", 11: "周" }
const row = (id: number, user_id: number, part: Partial<Comment> = {}): Comment =>
  ({
    id,
    parent_id: 0,
    document_id: 3,
    document_title: "",
    document_uuid: "",
    type: 0,
    content: `话 ${id}`,
    page: 0,
    status: 1,
    comment_count: 0,
    user_id,
    user: { id: user_id, username: names[user_id], avatar: "" },
    created_at: null,
    updated_at: null,
    ...part,
  }) as Comment
const target = { id: 3, type: 0, authorId: 9, pages: 42, path: "/document/abc" }
const onCount = vi.fn()
const show = () => render(<Comments target={target} onCount={onCount} />)
const called = <K extends Key>(key: K) => world.inputsOf(key)
const write = (words: string) => fireEvent.change(screen.getByLabelText("评论内容"), { target: { value: words } })
const send = () => fireEvent.click(screen.getByRole("button", { name: "发表点评" }))

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal("IntersectionObserver", Near)
  Element.prototype.scrollIntoView = () => undefined
  rows = []
  world.answer("GET /comment/list", listed)
  world.answer("POST /comment", { id: 90, status: 1 })
  world.answer("DELETE /comment", {})
  world.answer("GET /user/captcha", { enable: true, id: "c1", type: "image", captcha: "data:," })
  world.enter({ id: 7, username: "林" })
  world.goTo("/document/abc")
  onCount.mockReset()
})

describe("the comment tree", () => {
  it("places every answer under its top-level comment, with the name of the user it answers", () => {
    const tops = [row(1, 11), row(2, 9)]
    const answers = [row(5, 7, { parent_id: 4 }), row(4, 9, { parent_id: 1 }), row(6, 11, { parent_id: 2 })]
    expect(threadsOf(tops, answers).map(({ comment, replies }) => [comment.id, replies.map(({ id, to }) => `${id}→${to}`)])).toEqual([
      [1, ["4→周", "5→沈未央"]],
      [2, ["6→沈未央"]],
    ])
  })
  it("the page field accepts only existing pages", () => {
    expect(["", " ", "3", "42", "0", "43", "1.5"].map((typed) => pageOf(typed, 42))).toEqual([0, 0, 3, 42, null, null, null])
  })
})

describe("reading comments", () => {
  it("requests top-level comments, then the answers of those that have any, level by level", async () => {
    rows = [
      row(1, 11, { comment_count: 1, page: 21 }),
      row(2, 9),
      row(4, 9, { parent_id: 1, comment_count: 1 }),
      row(5, 7, { parent_id: 4 }),
    ]
    show()
    expect(await screen.findByText("话 5")).toBeTruthy()
    expect(
      called("GET /comment/list")
        .filter((input) => input.parent_id)
        .map(({ parent_id }) => parent_id),
    ).toEqual([[0], [1], [4]])
    expect(called("GET /comment/list")[0]).toMatchObject({ document_id: 3, type: [0], size: 20, page: 1, order: "id desc" })
    const answers = within(screen.getByRole("list", { name: "对周的回复" }))
    expect(answers.getAllByRole("article").map((one) => one.textContent)).toEqual([
      expect.stringContaining("@周 话 4"),
      expect.stringContaining("@沈未央 话 5"),
    ])
    expect(screen.getAllByText("作者")).toHaveLength(2)
    expect(screen.getByRole("link", { name: "周" }).getAttribute("href")).toBe("/user/11")
  })
  it("a mentioned page links to that page, on the second click as well", async () => {
    rows = [row(1, 11, { page: 21 })]
    const heard = vi.fn()
    window.addEventListener("hashchange", heard)
    show()
    const chip = await screen.findByRole("link", { name: "第 21 页" })
    expect(chip.getAttribute("href")).toBe("#page=21")
    fireEvent.click(chip)
    fireEvent.click(chip)
    expect(location.hash).toBe("#page=21")
    expect(heard).toHaveBeenCalledTimes(2)
    window.removeEventListener("hashchange", heard)
  })
  it("twenty per page, the reverse order, and back", async () => {
    rows = Array.from({ length: 45 }, (_, at) => row(100 - at, 11))
    show()
    expect(await screen.findByText("话 100")).toBeTruthy()
    expect(screen.getAllByRole("article")).toHaveLength(20)
    fireEvent.click(screen.getByRole("button", { name: "第 3 页评论" }))
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(5))
    fireEvent.click(screen.getByRole("button", { name: "最早" }))
    await waitFor(() => expect(called("GET /comment/list").at(-1)).toMatchObject({ page: 1, order: "id asc" }))
    expect(screen.getByRole("button", { name: "上一页评论" }).hasAttribute("disabled")).toBe(true)
  })
  it("an empty list, and a failure that can be retried", async () => {
    world.answer("GET /comment/list", refusal(500, "服务器忙"))
    show()
    expect(await screen.findByText("服务器忙")).toBeTruthy()
    world.answer("GET /comment/list", listed)
    fireEvent.click(screen.getByRole("button", { name: "再试一次" }))
    expect(await screen.findByRole("heading", { name: "还没有评论" })).toBeTruthy()
  })
  it("a visitor can read, and gets a link to the login", async () => {
    world.leave()
    rows = [row(1, 11)]
    show()
    expect(await screen.findByText("话 1")).toBeTruthy()
    expect(screen.queryByLabelText("评论内容")).toBeNull()
    expect(screen.getByRole("link", { name: "登录" }).getAttribute("href")).toBe("/login?redirect=%2Fdocument%2Fabc")
    expect(screen.queryByRole("button", { name: /回复|删除/ })).toBeNull()
  })
})

describe("writing comments", () => {
  it("rejects an empty comment and a page that does not exist", async () => {
    show()
    send()
    expect(screen.getByText("请输入评论内容")).toBeTruthy()
    expect(screen.getByText("请文明评论，理性发言")).toBeTruthy()
    write("好")
    fireEvent.change(screen.getByLabelText(/针对的页码/), { target: { value: "43" } })
    send()
    expect(screen.getByText("页码应在 1 到 42 之间")).toBeTruthy()
    expect(called("POST /comment")).toEqual([])
    await act(async () => undefined)
  })
  it("is sent with its page; the user is notified, the count rises and the list reloads", async () => {
    show()
    await screen.findByRole("heading", { name: "还没有评论" })
    act(() => askAboutPage(12))
    write(" 第十二页写得好 ")
    rows = [row(90, 7, { content: "第十二页写得好", page: 12 })]
    send()
    expect(await screen.findByText("第十二页写得好")).toBeTruthy()
    expect(called("POST /comment")).toEqual([{ document_id: 3, type: 0, content: "第十二页写得好", page: 12 }])
    expect(world.messages).toEqual(["评论成功"])
    expect(onCount).toHaveBeenCalledWith(1)
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("评论内容").value).toBe(""))
  })
  it("a comment awaiting review is visible to its author only and not counted", async () => {
    world.answer("POST /comment", { id: 91, status: 0 })
    show()
    await screen.findByRole("heading", { name: "还没有评论" })
    write("待审的话")
    send()
    expect(await screen.findByText("待审核，仅自己可见")).toBeTruthy()
    expect(world.messages).toEqual(["评论已提交，审核通过后公开"])
    expect(onCount).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: "删除林的评论" }))
    await waitFor(() => expect(screen.queryByText("待审的话")).toBeNull())
    expect(onCount).not.toHaveBeenCalled()
  })
  it("an author's pending and rejected comments reappear when the page is opened again, but no other user's", async () => {
    rows = [
      row(91, 7, { content: "还在等", status: 0 }),
      row(92, 7, { content: "没有通过的", status: 2 }),
      row(93, 11, { content: "别人在等", status: 0 }),
    ]
    show()
    expect(await screen.findByText("待审核，仅自己可见")).toBeTruthy()
    expect(screen.getByText("未通过，仅自己可见")).toBeTruthy()
    expect(screen.queryByText("别人在等")).toBeNull()
    expect(called("GET /comment/list").filter((input) => input.user_id)).toEqual([
      { document_id: 3, type: [0], user_id: 7, status: [0, 2], order: "id desc", page: 1, size: 20 },
    ])
  })

  it("a visitor's browser does not request own comments", async () => {
    world.leave()
    show()
    await screen.findByRole("heading", { name: "还没有评论" })
    expect(called("GET /comment/list").filter((input) => "user_id" in input)).toEqual([])
  })

  it("counts the typed characters", async () => {
    show()
    expect(screen.queryByText(/\/1000/)).toBeNull()
    write("好书")
    expect(screen.getByText("2/1000")).toBeTruthy()
    await act(async () => undefined)
  })

  it("the server's error message is shown beside the text, which is kept", async () => {
    world.answer("POST /comment", refusal(403, "评论得太快，9 秒后再试"))
    show()
    write("再来一句")
    send()
    expect(await screen.findByText("评论得太快，9 秒后再试")).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>("评论内容").value).toBe("再来一句")
    world.answer("POST /comment", refusal(401, "登录已过期"))
    send()
    expect(await screen.findByRole("link", { name: "去登录" })).toBeTruthy()
  })
  it("an error about the page marks the page field, any other the text", async () => {
    show()
    write("好")
    const invalid = () =>
      [screen.getByLabelText(/^针对的页码/), screen.getByLabelText("评论内容")].map((one) => one.getAttribute("aria-invalid"))
    world.answer("POST /comment", refusal(400, "页码不正确", { field: "page" }))
    send()
    expect(await screen.findByText("页码不正确")).toBeTruthy()
    expect(invalid()).toEqual(["true", "false"])
    world.answer("POST /comment", refusal(403, "评论得太快，9 秒后再试"))
    send()
    expect(await screen.findByText("评论得太快，9 秒后再试")).toBeTruthy()
    expect(invalid()).toEqual(["false", "true"])
  })
  it("an answer is sent to the comment it answers", async () => {
    rows = [row(1, 11, { comment_count: 1 }), row(4, 9, { parent_id: 1 })]
    show()
    fireEvent.click(await screen.findByRole("button", { name: "回复 沈未央" }))
    const field = screen.getByLabelText<HTMLTextAreaElement>("回复 沈未央", { selector: "textarea" })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: "多谢" } })
    fireEvent.click(screen.getByRole("button", { name: "回复" }))
    await waitFor(() => expect(called("POST /comment")).toEqual([{ document_id: 3, type: 0, content: "多谢", parent_id: 4 }]))
    await waitFor(() => expect(screen.queryByLabelText("回复 沈未央", { selector: "textarea" })).toBeNull())
  })
  it("a captcha is requested when the user starts to type, sent with the comment, and renewed after a failure", async () => {
    world.set({ security: { enable_captcha_comment: true } })
    world.answer("POST /comment", refusal(400, "验证码错误"))
    show()
    expect(called("GET /user/captcha")).toHaveLength(0)
    fireEvent.focus(screen.getByLabelText("评论内容"))
    await waitFor(() => expect(called("GET /user/captcha")).toHaveLength(1))
    write("好")
    send()
    expect(await screen.findByText("请输入验证码")).toBeTruthy()
    fireEvent.change(screen.getByLabelText("验证码"), { target: { value: "ab12" } })
    send()
    expect(await screen.findByText("验证码错误")).toBeTruthy()
    expect(called("POST /comment")).toEqual([{ document_id: 3, type: 0, content: "好", captcha: "ab12", captcha_id: "c1" }])
    await waitFor(() => expect(called("GET /user/captcha")).toHaveLength(2))
  })
})

describe("deleting comments", () => {
  it("the user's own, after a confirmation", async () => {
    rows = [row(1, 11), row(2, 7)]
    show()
    await screen.findByText("话 2")
    expect(screen.queryByRole("button", { name: "删除周的评论" })).toBeNull()
    world.agree = false
    fireEvent.click(screen.getByRole("button", { name: "删除林的评论" }))
    await act(async () => undefined)
    expect(called("DELETE /comment")).toEqual([])
    world.agree = true
    rows = [row(1, 11)]
    fireEvent.click(screen.getByRole("button", { name: "删除林的评论" }))
    await waitFor(() => expect(screen.queryByText("话 2")).toBeNull())
    expect(called("DELETE /comment")).toEqual([{ id: [2] }])
    expect(onCount).toHaveBeenCalledWith(-1)
  })
  it("any comment, by staff with the permission", async () => {
    world.enter({ id: 7, username: "林" }, ["CommentAPI/DeleteComment"])
    rows = [row(1, 11)]
    show()
    expect(await screen.findByRole("button", { name: "删除周的评论" })).toBeTruthy()
  })
})

describe("an unsent comment", () => {
  const text = () => screen.getByLabelText<HTMLTextAreaElement>("评论内容").value
  beforeEach(() => world.enter({ id: 7, username: "林" }))

  it("stays in the form when the session ends, and is there after the login", async () => {
    world.answer("POST /comment", refusal(401, "请先登录"))
    const { unmount } = show()
    write("写了很久")
    fireEvent.change(screen.getByLabelText(/^针对的页码/), { target: { value: "3" } })
    send()
    expect(await screen.findByRole("link", { name: "去登录" })).toBeTruthy()
    expect([text(), world.session.getState().user]).toEqual(["写了很久", null])
    unmount()
    world.enter({ id: 7, username: "林" })
    world.set({ security: { enable_captcha_comment: true } })
    world.answer("GET /user/captcha", { enable: false, id: "", type: "", captcha: "" })
    show()
    // the captcha loads at once, as for a text that has been typed
    await waitFor(() => expect(called("GET /user/captcha")).toHaveLength(1))
    await act(async () => undefined)
    expect([text(), screen.getByLabelText<HTMLInputElement>(/^针对的页码/).value]).toEqual(["写了很久", "3"])
    world.answer("POST /comment", { id: 91, status: 1 })
    send()
    await waitFor(() => expect(text()).toBe(""))
    expect(localStorage.getItem("comments:7")).toBeNull()
  })

  it("is a reply that opens again below its comment; cancelling discards it", async () => {
    rows = [row(1, 11)]
    const { unmount } = show()
    fireEvent.click(await screen.findByRole("button", { name: "回复 周" }))
    fireEvent.change(screen.getByLabelText("回复 周", { selector: "textarea" }), { target: { value: "同意" } })
    unmount()
    const again = show()
    expect((await screen.findByLabelText<HTMLTextAreaElement>("回复 周", { selector: "textarea" })).value).toBe("同意")
    fireEvent.click(screen.getByRole("button", { name: "取消" }))
    again.unmount()
    show()
    await screen.findByText("话 1")
    expect(screen.queryByLabelText("回复 周", { selector: "textarea" })).toBeNull()
  })

  it("belongs to one user and one document, and a logout deletes it", () => {
    const { unmount } = show()
    write("只给自己")
    unmount()
    world.enter({ id: 8, username: "陈" })
    const other = show()
    expect(text()).toBe("")
    other.unmount()
    world.enter({ id: 7, username: "林" })
    show()
    expect(text()).toBe("只给自己")
    act(() => {
      localStorage.clear()
      world.leave()
    })
    expect([screen.queryByLabelText("评论内容"), localStorage.getItem("comments:7")]).toEqual([null, null])
  })

  it("has no pictures: a pasted or dropped one is refused with a message, text is not", () => {
    show()
    const field = screen.getByLabelText("评论内容")
    const data = (files: File[], plain = "") => ({ files, getData: () => plain })
    const picture = new File(["x"], "图.png", { type: "image/png" })
    expect(fireEvent.paste(field, { clipboardData: data([], "文字") })).toBe(true)
    expect(screen.queryByText("评论里只能写文字，图片和文件没有加进来")).toBeNull()
    expect(fireEvent.paste(field, { clipboardData: data([picture]) })).toBe(false)
    expect(screen.getByText("评论里只能写文字，图片和文件没有加进来")).toBeTruthy()
    expect(fireEvent.drop(field, { dataTransfer: data([picture]) })).toBe(false)
  })
})
