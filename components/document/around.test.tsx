import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DocumentDialogs } from "./document-dialogs"
import { DocumentMenu } from "./document-menu"
import { DocumentStateProvider } from "./document-state"
import { FavoriteButton, FavoriteCount, ScoreFact } from "./favorite-button"
import { FavoriteSaved } from "./favorite-saved"
import { Rating } from "./rating"
import { ReportButton } from "./report-button"
import { ReviewStrip } from "./review-strip"

type Sending = { onDone: (id: number) => void; onFail: (failed: { status: number; message: string }) => void; onProgress: (sent: number) => void }
const world = vi.hoisted(() => ({
  replies: {} as Record<string, unknown>,
  api: vi.fn(),
  said: [] as string[],
  push: vi.fn(),
  refresh: vi.fn(),
  agree: true,
  sent: [] as Sending[],
  paused: 0,
  session: { ready: true, token: "t", user: { id: 7 } as { id: number } | null, permissions: [] as { id: number; path: string }[] },
}))
vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("@/lib/api/file-hash", () => ({ hashFile: async () => "md5", HashStopped: class extends Error {} }))
vi.mock("@/lib/api/upload", () => ({
  sendFile: (options: Sending) => {
    world.sent.push(options)
    return { pause: () => (world.paused += 1), cancel: () => undefined }
  },
}))
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: world.push, refresh: world.refresh }) }))
vi.mock("next/dynamic", async () => {
  const { lazy, Suspense, createElement } = await import("react")
  return {
    default: (load: () => Promise<never>) => {
      const Part = lazy(async () => ({ default: await load() }))
      return (props: object) => createElement(Suspense, { fallback: null }, createElement(Part as unknown as () => null, props))
    },
  }
})
vi.mock("@/components/me/document-editor", () => ({ DocumentEditor: ({ document, onClose }: { document: { title: string }; onClose: () => void }) => <button onClick={onClose}>编辑{document.title}</button> }))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ security: { max_document_size: 1, document_allowed_ext: [".pdf"] } }) }))
vi.mock("@/components/providers/session", () => ({
  useSession: (select: (state: unknown) => unknown) => select(world.session),
  useSessionStore: () => ({ getState: () => world.session }),
}))
vi.mock("@/components/providers/feedback", () => {
  const feedback = { success: (text: string) => world.said.push(text), error: (text: string) => world.said.push(`! ${text}`), confirm: async () => world.agree }
  return { useFeedback: () => feedback }
})

const ok = (data: object = {}) => ({ ok: true, status: 200, data })
const no = (status: number, message: string) => ({ ok: false, status, message })
const place = { status: 2, recommended: false }
const numbers = { id: 3, uuid: "abc", title: "函数", ownerId: 9, favorites: 4, comments: 2, score: 450, scores: 2 }
const show = (part: Partial<typeof numbers> = {}) =>
  render(
    <DocumentStateProvider numbers={{ ...numbers, ...part }}>
      <DocumentMenu status={place.status} recommended={place.recommended} />
      <ReviewStrip status={place.status} />
      <FavoriteButton />
      <FavoriteCount />
      <ScoreFact />
      <Rating />
      <ReportButton />
      <FavoriteSaved />
      <DocumentDialogs document={{ id: 3, title: "函数" } as never} />
    </DocumentStateProvider>,
  )
const called = (key: string) => world.api.mock.calls.filter(([one]) => one === key)
const login = "/login?redirect=%2Fdocument%2Fabc"
const openMenu = () => fireEvent.click(screen.getByRole("button", { name: "更多操作" }))
const menu = () => screen.getAllByRole("menuitem").map((item) => item.textContent)

beforeEach(() => {
  world.replies = { "GET /favorite": ok(), "GET /document/score": ok({ score: 0 }) }
  world.api.mockReset().mockImplementation(async (key: string) => world.replies[key] ?? no(500, `unasked ${key}`))
  world.said.length = 0
  world.sent.length = 0
  world.paused = 0
  world.push.mockReset()
  world.refresh.mockReset()
  world.agree = true
  world.session = { ready: true, token: "t", user: { id: 7 }, permissions: [] }
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "")
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open")
  }
})
afterEach(() => vi.useRealTimers())

describe("what the page asks for", () => {
  it("favourite and vote of who is logged in", async () => {
    show()
    await waitFor(() => expect(world.api.mock.calls).toEqual([["GET /favorite", { document_id: 3 }], ["GET /document/score", { document_id: 3 }]]))
  })
  it("nothing of who is nobody", () => {
    world.session = { ready: true, token: "", user: null, permissions: [] }
    show()
    expect(world.api).not.toHaveBeenCalled()
  })
})

describe("rating", () => {
  const choose = (stars: number) => fireEvent.click(screen.getByRole("radio", { name: new RegExp(`^${stars} 星`) }))
  it("says what the stars mean, sends once, and counts along", async () => {
    world.replies["POST /document/score"] = ok({ score: 500 })
    world.replies["GET /document"] = ok({ score: 420, score_count: 3 })
    show()
    expect(screen.queryByRole("button", { name: "提交评分" })).toBeNull()
    choose(1)
    expect(screen.getByText("该文档令人失望")).toBeTruthy()
    choose(5)
    expect(screen.getByText("该文档非常棒")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    await waitFor(() => expect(world.said).toEqual(["提交评分成功"]))
    expect(called("POST /document/score")).toEqual([["POST /document/score", { document_id: 3, score: 500 }]])
    expect(screen.getByText("我的评分")).toBeTruthy()
    expect(screen.getByRole("img", { name: "5 星" })).toBeTruthy()
    // the server weighs votes in a way of its own: its numbers are shown
    expect(await screen.findByText("3 人评分")).toBeTruthy()
    expect(screen.getAllByText("4.2"), "in the head and beside the stars").toHaveLength(2)
  })
  it("a second vote shows the server's sentence, and then the first vote", async () => {
    world.replies["POST /document/score"] = no(403, "您已经评分过了")
    show()
    choose(2)
    world.replies["GET /document/score"] = no(500, "")
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(await screen.findByText("您已经评分过了")).toBeTruthy()
    world.replies["GET /document/score"] = ok({ score: 300 })
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(await screen.findByRole("img", { name: "3 星" })).toBeTruthy()
  })
  it("one's own vote is there when the page opens", async () => {
    world.replies["GET /document/score"] = ok({ score: 400 })
    show()
    expect(await screen.findByText("该文档很让我满意")).toBeTruthy()
    expect(screen.queryByRole("radio")).toBeNull()
  })
  it("nobody logs in first; an owner does not vote", async () => {
    world.session = { ready: true, token: "", user: null, permissions: [] }
    const { unmount } = show()
    choose(4)
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(world.push).toHaveBeenCalledWith(login)
    unmount()
    world.session = { ready: true, token: "t", user: { id: 9 }, permissions: [] }
    show({ scores: 0 })
    expect(screen.queryByRole("radio")).toBeNull()
    expect(screen.getByText("还没有人评分")).toBeTruthy()
  })
})

describe("favourite", () => {
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
  it("is kept, put into a folder, and taken out again; the number counts along", async () => {
    Object.assign(world.replies, { "POST /favorite": ok({ id: 55 }), "DELETE /favorite": ok(), "PUT /favorite": ok(), "GET /favorite/folder": ok({ folder: [{ id: 8, title: "备课", count: 2 }] }) })
    show()
    press("收藏")
    await waitFor(() => expect(world.said).toEqual(["收藏成功"]))
    expect(screen.getByText("5 人收藏")).toBeTruthy()
    press("选择收藏夹")
    fireEvent.click(await screen.findByRole("button", { name: /备课/ }))
    await waitFor(() => expect(world.said).toEqual(["收藏成功", "已放进“备课”"]))
    expect(called("PUT /favorite")).toEqual([["PUT /favorite", { id: [55], folder_id: 8 }]])
    expect(screen.queryByRole("dialog")).toBeNull()
    press("取消收藏")
    await waitFor(() => expect(world.said.at(-1)).toBe("取消收藏成功"))
    expect(called("DELETE /favorite")).toEqual([["DELETE /favorite", { id: [55] }]])
    expect(screen.getByText("4 人收藏")).toBeTruthy()
  })
  it("a new folder is made on the way", async () => {
    Object.assign(world.replies, { "POST /favorite": ok({ id: 55 }), "PUT /favorite": ok(), "GET /favorite/folder": ok({ folder: [] }), "POST /favorite/folder": ok({ id: 12, title: "期末" }) })
    show()
    press("收藏")
    press(await screen.findByRole("button", { name: "选择收藏夹" }).then(() => "选择收藏夹"))
    const dialog = within(await screen.findByRole("dialog", { name: "选择收藏夹" }))
    fireEvent.click(await dialog.findByRole("button", { name: "新建" }))
    expect(dialog.getByRole("alert").textContent).toBe("请输入收藏夹名称")
    fireEvent.change(dialog.getByLabelText("新收藏夹的名称"), { target: { value: " 期末 " } })
    fireEvent.click(dialog.getByRole("button", { name: "新建" }))
    await waitFor(() => expect(called("PUT /favorite")).toEqual([["PUT /favorite", { id: [55], folder_id: 12 }]]))
    expect(called("POST /favorite/folder")).toEqual([["POST /favorite/folder", { title: "期末" }]])
  })
  it("kept elsewhere meanwhile: the sentence, and the button follows", async () => {
    world.replies["POST /favorite"] = no(409, "您已经收藏过了")
    show()
    await waitFor(() => expect(called("GET /favorite")).toHaveLength(1))
    world.replies["GET /favorite"] = ok({ id: 60 })
    press("收藏")
    await waitFor(() => expect(screen.getByRole("button", { name: "取消收藏" }).getAttribute("aria-pressed")).toBe("true"))
    expect(world.said).toEqual(["! 您已经收藏过了"])
    expect(screen.getByText("4 人收藏")).toBeTruthy()
  })
  it("nobody logs in and comes back", () => {
    world.session = { ready: true, token: "", user: null, permissions: [] }
    show()
    press("收藏")
    expect(world.push).toHaveBeenCalledWith(login)
    expect(called("POST /favorite")).toHaveLength(0)
  })
  it("the folder's offer goes by itself, but not from under somebody's finger", async () => {
    world.replies["POST /favorite"] = ok({ id: 55 })
    show()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    press("收藏")
    const offer = await screen.findByText("已放进我的收藏")
    fireEvent.pointerEnter(offer.parentElement!)
    act(() => void vi.advanceTimersByTime(20_000))
    expect(screen.queryByText("已放进我的收藏")).toBeTruthy()
    fireEvent.pointerLeave(offer.parentElement!)
    act(() => void vi.advanceTimersByTime(11_000))
    expect(screen.queryByText("已放进我的收藏")).toBeNull()
  })
})

describe("report", () => {
  const open = async () => {
    fireEvent.click(screen.getByRole("button", { name: "举报文档" }))
    return within(await screen.findByRole("dialog", { name: "举报文档" }))
  }
  it("asks for one of six reasons and takes a remark", async () => {
    world.replies["POST /report"] = ok()
    show()
    const dialog = await open()
    expect(dialog.getAllByRole("radio")).toHaveLength(6)
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    expect(dialog.getByRole("alert").textContent).toBe("请选择举报原因")
    fireEvent.click(dialog.getByLabelText("敏感信息"))
    fireEvent.change(dialog.getByLabelText("补充说明"), { target: { value: " 第 3 页 " } })
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    await waitFor(() => expect(world.said).toEqual(["提交成功"]))
    expect(called("POST /report")).toEqual([["POST /report", { document_id: 3, reason: 4, remark: "第 3 页" }]])
    expect(screen.queryByRole("dialog")).toBeNull()
  })
  it("twice is said beside the form", async () => {
    world.replies["POST /report"] = no(409, "您已举报过当前文档")
    show()
    const dialog = await open()
    fireEvent.click(dialog.getByLabelText("垃圾广告"))
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    expect(await dialog.findByText("您已举报过当前文档")).toBeTruthy()
  })
  it("nobody logs in first; owners do not report themselves", () => {
    world.session = { ready: true, token: "", user: null, permissions: [] }
    const { unmount } = show()
    fireEvent.click(screen.getByRole("button", { name: "举报文档" }))
    expect(world.push).toHaveBeenCalledWith(login)
    unmount()
    world.session = { ready: true, token: "t", user: { id: 9 }, permissions: [] }
    show()
    expect(screen.queryByRole("button", { name: "举报文档" })).toBeNull()
  })
})

describe("what one may do with the document", () => {
  it("a reader reports it, its owner changes it, staff what their rights say", () => {
    const { unmount } = show()
    openMenu()
    expect(menu()).toEqual(["举报文档"])
    unmount()
    world.session.user = { id: 9 }
    const own = show()
    openMenu()
    expect(menu()).toEqual(["编辑文档", "文件版本", "删除文档"])
    own.unmount()
    world.session = { ready: true, token: "t", user: { id: 7 }, permissions: [{ id: 5, path: "/api.v1.DocumentAPI/DeleteDocument" }] }
    show()
    openMenu()
    expect(menu()).toEqual(["删除文档", "举报文档"])
  })
  it("is moved through by keys", () => {
    world.session.user = { id: 9 }
    show()
    openMenu()
    expect(document.activeElement?.textContent).toBe("编辑文档")
    fireEvent.keyDown(document.activeElement!, { key: "ArrowUp" })
    expect(document.activeElement?.textContent).toBe("删除文档")
    fireEvent.keyDown(document.activeElement!, { key: "Escape" })
    expect(screen.queryByRole("menu")).toBeNull()
    expect(document.activeElement?.getAttribute("aria-label")).toBe("更多操作")
  })
  it("edits in the drawer", async () => {
    world.session.user = { id: 9 }
    show()
    openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "编辑文档" }))
    fireEvent.click(await screen.findByRole("button", { name: "编辑函数" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "编辑函数" })).toBeNull())
  })
  it("deletes after a question, and goes home", async () => {
    world.session.user = { id: 9 }
    world.replies["DELETE /document"] = ok()
    show()
    world.agree = false
    openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "删除文档" }))
    await act(async () => undefined)
    expect(called("DELETE /document")).toHaveLength(0)
    world.agree = true
    openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "删除文档" }))
    await waitFor(() => expect(world.push).toHaveBeenCalledWith("/"))
    expect(called("DELETE /document")).toEqual([["DELETE /document", { id: [3] }]])
    expect(world.said).toEqual(["删除成功"])
  })
})

describe("staff's word", () => {
  const rights = (...names: string[]) => {
    world.session = { ready: true, token: "t", user: { id: 7 }, permissions: names.map((name, at) => ({ id: at + 1, path: `/api.v1.DocumentAPI/${name}` })) }
  }
  const choose = (name: string) => fireEvent.click(screen.getByRole("menuitem", { name }))
  const withPlace = (part: Partial<typeof place>) => {
    Object.assign(place, part)
    return show()
  }
  afterEach(() => void Object.assign(place, { status: 2, recommended: false }))

  it("recommends, puts first, takes back, and the page is read again", async () => {
    rights("SetDocumentRecommend")
    world.replies["PUT /document/recommend"] = ok()
    const first = withPlace({})
    openMenu()
    expect(menu()).toEqual(["设为推荐", "举报文档"])
    choose("设为推荐")
    await waitFor(() => expect(world.said).toEqual(["操作成功"]))
    expect(world.refresh).toHaveBeenCalledTimes(1)
    first.unmount()
    withPlace({ recommended: true })
    openMenu()
    expect(menu()).toEqual(["推荐置顶", "取消推荐", "举报文档"])
    choose("推荐置顶")
    openMenu()
    choose("取消推荐")
    await waitFor(() => expect(called("PUT /document/recommend").map(([, input]) => input)).toEqual([{ id: [3], type: 1 }, { id: [3], type: 2 }, { id: [3], type: 0 }]))
  })

  it("disables with a reason that may be left out, and enables again", async () => {
    rights("CheckDocument")
    world.replies["PUT /document/check"] = no(500, "数据库繁忙")
    const first = withPlace({})
    openMenu()
    choose("禁用文档")
    const dialog = within(await screen.findByRole("dialog", { name: "禁用文档" }))
    fireEvent.click(dialog.getByRole("button", { name: "涉嫌侵犯版权" }))
    fireEvent.click(dialog.getByRole("button", { name: "禁用" }))
    expect((await dialog.findByRole("alert")).textContent).toBe("数据库繁忙")
    world.replies["PUT /document/check"] = ok()
    fireEvent.change(dialog.getByLabelText("原因"), { target: { value: "" } })
    fireEvent.click(dialog.getByRole("button", { name: "禁用" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    first.unmount()
    withPlace({ status: 4 })
    openMenu()
    choose("启用文档")
    await waitFor(() => expect(called("PUT /document/check").map(([, input]) => input)).toEqual([{ id: [3], status: 4, reason: "涉嫌侵犯版权" }, { id: [3], status: 4 }, { id: [3], status: 2 }]))
  })

  it("decides about what is in review: the file can be looked at, approved, or refused with a reason", async () => {
    rights("CheckDocument", "DownloadDocumentToBeReviewed")
    world.replies["PUT /document/check"] = ok()
    withPlace({ status: 6 })
    const strip = within(screen.getByRole("region", { name: "审核" }))
    expect(strip.getByRole("button", { name: "下载查看" })).toBeTruthy()
    fireEvent.click(strip.getByRole("button", { name: "驳回" }))
    const dialog = within(await screen.findByRole("dialog", { name: "驳回文档" }))
    fireEvent.click(dialog.getByRole("button", { name: "驳回" }))
    expect(dialog.getByRole("alert").textContent).toBe("请写明原因")
    fireEvent.change(dialog.getByLabelText("原因"), { target: { value: " 看不清 " } })
    fireEvent.click(dialog.getByRole("button", { name: "驳回" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    fireEvent.click(strip.getByRole("button", { name: "通过" }))
    await waitFor(() => expect(called("PUT /document/check").map(([, input]) => input)).toEqual([{ id: [3], status: 7, reason: "看不清" }, { id: [3], status: 2 }]))
  })

  it.each([[2, ["CheckDocument"]], [0, ["CheckDocument"]], [6, []], [6, ["SetDocumentRecommend"]]])("status %d with %j: there is no strip", (status, names) => {
    rights(...names)
    withPlace({ status })
    expect(screen.queryByRole("region", { name: "审核" })).toBeNull()
  })
})

describe("versions", () => {
  const open = async () => {
    world.session.user = { id: 9 }
    world.replies["GET /document/version"] = ok({ version: [{ id: 2, version: 2, size: 2048, ext: ".pdf", name: "新.pdf", created_at: null, current: true }, { id: 1, version: 1, size: 1024, ext: ".docx", name: "旧.docx", created_at: null, current: false }] })
    show()
    openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "文件版本" }))
    return within(await screen.findByRole("dialog", { name: "文件版本" }))
  }
  const choose = (dialog: ReturnType<typeof within>, name: string) => fireEvent.change(dialog.getByLabelText("选择新文件"), { target: { files: [new File(["x"], name)] } })

  it("lists them and puts a new file in the place of the old one", async () => {
    world.replies["PUT /document/file"] = ok()
    const dialog = await open()
    expect((await dialog.findAllByRole("listitem")).map((row) => row.textContent)).toEqual([expect.stringContaining("正在使用"), expect.stringContaining("第 1 版")])
    choose(dialog, "第三版.pdf")
    await waitFor(() => expect(world.sent).toHaveLength(1))
    act(() => world.sent[0]!.onProgress(0.5))
    expect(dialog.getByRole("status").textContent).toContain("正在上传 50%")
    act(() => world.sent[0]!.onDone(77))
    await waitFor(() => expect(world.said).toEqual(["新文件已收到，转换完成后自动换上"]))
    expect(called("PUT /document/file")).toEqual([["PUT /document/file", { id: 3, attachment_id: 77 }]])
    expect(world.refresh).toHaveBeenCalled()
    expect(screen.queryByRole("dialog")).toBeNull()
  })
  it("what cannot be taken is said, and nothing is sent", async () => {
    const dialog = await open()
    choose(dialog, "程序.exe")
    expect(await dialog.findByText("程序.exe 不支持的文件格式")).toBeTruthy()
    expect(world.sent).toHaveLength(0)
  })
  it("a failure keeps the dialog open; a cancelled upload stops", async () => {
    const dialog = await open()
    choose(dialog, "a.pdf")
    await waitFor(() => expect(world.sent).toHaveLength(1))
    act(() => world.sent[0]!.onFail({ status: 400, message: "文件已损坏或格式与扩展名不符" }))
    expect(dialog.getByText("文件已损坏或格式与扩展名不符")).toBeTruthy()
    choose(dialog, "a.pdf")
    await waitFor(() => expect(world.sent).toHaveLength(2))
    fireEvent.click(dialog.getByRole("button", { name: "取消上传" }))
    expect(world.paused).toBe(1)
    expect(dialog.getByRole("button", { name: "上传新版本" }).hasAttribute("disabled")).toBe(false)
  })
})
