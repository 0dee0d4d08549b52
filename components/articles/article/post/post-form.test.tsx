import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { ArticleSource as SourceSchema } from "@/lib/contract/articles/article"
import type { ArticleSource } from "@/lib/contract/types"
import { refusal, world } from "@/tests/setup/world"
import { endSession } from "@/lib/api/token"
import { localStore } from "@/lib/browser-storage"
import { readDrafts, writeDrafts, type PostFields } from "./drafts"
import { PostForm } from "./post-form"
import { PostView } from "./post-view"

// the editor is tested in a real browser
vi.mock("../editor/html-editor", () => ({
  HtmlEditor: ({ html, onChange }: { html: string; onChange: (html: string) => void }) => (
    <textarea aria-label="编辑器" defaultValue={html} onChange={(event) => onChange(event.target.value)} />
  ),
}))

const fields: PostFields = {
  title: "没写完的",
  content: "<p>上次写的</p>",
  category: 0,
  keywords: [],
  description: "",
  source: "",
  source_url: "",
}
const categories = [{ id: 3, title: "随笔", cover: "", doc_count: 0, parent_id: 0, description: "", children: [] }]
const show = async (article: ArticleSource | null = null, offered: typeof categories = []) => {
  render(<PostForm person={7} article={article} categories={offered} />)
  return screen.findByLabelText<HTMLTextAreaElement>("编辑器")
}
const write = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const publish = () => fireEvent.click(screen.getByRole("button", { name: "发布文章" }))
const sent = () => world.api.mock.calls.filter(([key]) => key === "POST /article").map(([, input]) => input)
const drafts = () => readDrafts(localStore, 7, 0, Date.now())

beforeEach(() => {
  window.localStorage.clear()
  // the browser APIs that antd's forms need
  const listen = { addListener: () => undefined, removeListener: () => undefined, addEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen, removeEventListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  world.enter({ id: 7 })
})

describe("importing an article from another site", () => {
  const article = {
    title: "别站的题目",
    content: "<p>别站的正文</p>",
    keywords: "甲,乙",
    description: "摘要",
    source: "某站",
    source_url: "https://example.com/a",
  }

  it("fills the form for a user whose group has the permission", async () => {
    world.answer("GET /user/group", { group: [{ id: 2, enable_article_crawl: true }] })
    world.answer("POST /article/crawl", article)
    await show()
    fireEvent.change(await screen.findByLabelText("文章链接"), { target: { value: "https://example.com/a" } })
    fireEvent.click(screen.getByRole("button", { name: "采集文章" }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("别站的题目"))
    expect((await screen.findByLabelText<HTMLTextAreaElement>("编辑器")).value).toBe("<p>别站的正文</p>")
    expect(screen.getByLabelText<HTMLInputElement>("来源网址").value).toBe("https://example.com/a")
    expect(world.messages).toEqual(["采集成功"])
  })

  it("shows why nothing was found; other users do not see the import", async () => {
    world.answer("GET /user/group", { group: [{ id: 2, enable_article_crawl: true }] })
    world.answer("POST /article/crawl", refusal(400, "没有在网页里找到正文，可以改用自定义选择器"))
    await show()
    fireEvent.change(await screen.findByLabelText("文章链接"), { target: { value: "https://example.com/a" } })
    fireEvent.click(screen.getByRole("button", { name: "采集文章" }))
    expect(await screen.findByText("没有在网页里找到正文，可以改用自定义选择器")).toBeTruthy()
  })

  it("is not offered without the permission", async () => {
    world.answer("GET /user/group", { group: [{ id: 2, enable_article_crawl: false }] })
    await show()
    await waitFor(() => expect(world.api.mock.calls.some(([key]) => key === "GET /user/group")).toBe(true))
    expect(screen.queryByLabelText("文章链接")).toBeNull()
  })
})

describe("writing an article", () => {
  it("is published as written, and leaves no draft", async () => {
    world.answer("POST /article", { id: 5, identifier: "a-new-one" })
    await show()
    write("标题", "新文章")
    write("编辑器", "<p>正文</p>")
    publish()
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/article/a-new-one"))
    expect(sent()).toEqual([
      { title: "新文章", content: "<p>正文</p>", keywords: "", description: "", source: "", source_url: "", category_id: [] },
    ])
    expect([world.messages, drafts()]).toEqual([["新增成功"], []])
  })

  it("shows missing or invalid input beside its field, and sends nothing", async () => {
    await show()
    write("来源网址", "example")
    publish()
    for (const text of ["请输入文章标题", "请输入正文", "来源网址要以 http:// 或 https:// 开头"])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it("a new article of a user needs a category; one without a category is saved as it is", async () => {
    await show(null, categories)
    write("标题", "新文章")
    write("编辑器", "<p>正文</p>")
    publish()
    expect(await screen.findByText("请选择文章分类")).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it("fields that the back end does not have are not displayed", async () => {
    const names = ["notice", "source", "source_url"]
    world.set({ capabilities: { absent: names.flatMap((name) => [`POST /article ${name}`, `PUT /article ${name}`]) } })
    world.enter({ id: 7 }, ["ArticleAPI/CreateArticle"])
    await show()
    for (const label of ["来源", "来源网址", "公告值"])
      expect(screen.getByLabelText(label).closest(".ant-form-item-hidden"), label).toBeTruthy()
    expect(screen.getByLabelText("文章标识").closest(".ant-form-item-hidden")).toBeNull()
  })

  it("an article that has no category is saved without one", async () => {
    world.answer("PUT /article", {})
    const about = SourceSchema.parse({ id: 4, identifier: "about", title: "关于我们", content: "<p>我们</p>" })
    await show(about, categories)
    write("标题", "关于本站")
    fireEvent.click(screen.getByRole("button", { name: "更新文章" }))
    await waitFor(() => expect(world.inputsOf("PUT /article")).toEqual([{ id: 4, title: "关于本站" }]))
  })

  it("staff write a page without a category", async () => {
    world.enter({ id: 7 }, ["ArticleAPI/CreateArticle"])
    world.answer("POST /article", { id: 5, identifier: "help" })
    await show(null, categories)
    expect(await screen.findByText("单独的网页（例如关于我们）可以不选")).toBeTruthy()
    write("标题", "帮助")
    write("编辑器", "<p>正文</p>")
    publish()
    await waitFor(() => expect(sent()).toMatchObject([{ title: "帮助", category_id: [] }]))
  })

  it("shows a server error at its field, and keeps the input", async () => {
    world.answer("POST /article", refusal(400, "标题已经有了", { field: "title" }))
    await show()
    write("标题", "重复的")
    write("编辑器", "<p>正文</p>")
    publish()
    expect(await screen.findByText("标题已经有了")).toBeTruthy()
    expect([world.router.push.mock.calls, screen.getByLabelText<HTMLInputElement>("标题").value]).toEqual([[], "重复的"])
  })

  it("offers an earlier draft to restore or discard, in the editor that wrote it", async () => {
    const content = '<p style="text-align: left;">上次写的</p>'
    writeDrafts(localStore, 7, 0, [{ fields: { ...fields, content }, at: Date.now(), base: "" }])
    await show()
    fireEvent.click(screen.getByRole("button", { name: "恢复" }))
    expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("没写完的")
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("编辑器").value).toBe(content))
    expect(screen.queryByRole("button", { name: "恢复" })).toBeNull()
  })

  it("a discarded draft is deleted", async () => {
    writeDrafts(localStore, 7, 0, [{ fields, at: Date.now(), base: "" }])
    await show()
    fireEvent.click(screen.getByRole("button", { name: "丢弃" }))
    expect([drafts(), screen.queryByRole("button", { name: "丢弃" })]).toEqual([[], null])
  })
})

describe("editing an article", () => {
  const stored = SourceSchema.parse({
    id: 4,
    identifier: "guide",
    title: "指南",
    content: '<p style="color: red">红</p><iframe src="https://v.example/1"></iframe>',
    display: "<p>红</p>",
    keywords: "甲， 乙",
    category_id: [3, 9],
    version: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  })
  const plain = SourceSchema.parse({ ...stored, content: "<p>正文</p>", display: "<p>正文</p>" })
  const update = () => fireEvent.click(screen.getByRole("button", { name: "更新文章" }))
  const changes = () => world.inputsOf("PUT /article")
  const source = () => screen.findByLabelText<HTMLTextAreaElement>("正文的源码")

  it("sends only the title if only that was changed", async () => {
    world.enter({ id: 7 }, ["ArticleAPI/UpdateArticle"])
    world.answer("PUT /article", {})
    await show({ ...plain, status: 1, reject_reason: "旧的", recommend_at: "2026-01-01T00:00:00.000Z", notice: 2 })
    write("标题", "新指南")
    update()
    await waitFor(() => expect(changes()).toEqual([{ id: 4, title: "新指南" }]))
    expect(world.api.mock.calls.find(([key]) => key === "PUT /article")![2]).toEqual({ ifMatch: stored.version })
  })

  it("shows the source of a text that the editor would damage, and sends it as it was written", async () => {
    world.answer("PUT /article", {})
    render(<PostForm person={7} article={stored} categories={[]} />)
    const area = await source()
    expect(area.value).toBe(stored.content)
    expect(screen.queryByLabelText("编辑器")).toBeNull()
    fireEvent.change(area, { target: { value: stored.content.replace("红", "蓝") } })
    expect(screen.queryByRole("button", { name: "改用编辑器" })).toBeNull()
    update()
    await waitFor(() => expect(changes()).toEqual([{ id: 4, content: stored.content.replace("红", "蓝") }]))
  })

  it("opens such a text in the editor after a question; unless it is edited, it stays as it is stored", async () => {
    world.answer("PUT /article", {})
    render(<PostForm person={7} article={stored} categories={[]} />)
    await source()
    fireEvent.click(screen.getByRole("button", { name: "改用编辑器" }))
    const editor = await screen.findByLabelText<HTMLTextAreaElement>("编辑器")
    expect(editor.value).toBe(stored.display)
    fireEvent.change(editor, { target: { value: "<p>改</p>" } })
    fireEvent.change(editor, { target: { value: stored.display } })
    write("简介", "新的简介")
    update()
    await waitFor(() => expect(changes()).toEqual([{ id: 4, description: "新的简介" }]))
  })

  it("a draft that an editor could not safely open is shown as source", async () => {
    writeDrafts(localStore, 7, 0, [
      { fields: { ...fields, content: '<img src="/uploads/a.png" onerror="x()">' }, at: Date.now(), base: "" },
    ])
    await show()
    fireEvent.click(screen.getByRole("button", { name: "恢复" }))
    expect((await source()).value).toContain("onerror")
  })

  const conflict = refusal(409, "刚才有人改过这一条，你的修改还没有保存")
  const newest = { ...plain, title: "另一个题目", content: "<p>另一段</p>", display: "<p>另一段</p>", version: "2026-01-02T00:00:00.000Z" }
  const loadNewest = async () => {
    world.answer("PUT /article", conflict)
    world.answer("GET /article/source", newest)
    update()
    fireEvent.click(await screen.findByRole("button", { name: "载入最新内容" }))
    await screen.findByText("已载入最新内容，你的修改还在：请看过后再保存。")
  }

  it("somebody else's change is not overwritten: the newest version comes under the own changes", async () => {
    await show(plain)
    write("简介", "我的简介")
    await loadNewest()
    expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("另一个题目")
    expect((await screen.findByLabelText<HTMLTextAreaElement>("编辑器")).value).toBe("<p>另一段</p>")
    world.answer("PUT /article", {})
    update()
    await waitFor(() => expect(changes().at(-1)).toEqual({ id: 4, description: "我的简介" }))
    expect(world.api.mock.calls.findLast(([key]) => key === "PUT /article")![2]).toEqual({ ifMatch: newest.version })
  })

  it("if both changed the text, both are shown, and either can be saved", async () => {
    await show(plain)
    write("编辑器", "<p>我的</p>")
    await loadNewest()
    expect(screen.getByLabelText<HTMLTextAreaElement>("编辑器").value).toBe("<p>我的</p>")
    expect(screen.getByLabelText<HTMLTextAreaElement>("那边保存的文字").value).toBe("另一段")
    world.answer("PUT /article", {})
    fireEvent.click(screen.getByRole("button", { name: "改用那一份" }))
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("编辑器").value).toBe("<p>另一段</p>"))
    write("标题", "我的题目")
    update()
    await waitFor(() => expect(changes().at(-1)).toEqual({ id: 4, title: "我的题目" }))
  })
})

describe("a session that ends while an article is written", () => {
  const open = async () => {
    world.answer("GET /user/canipublisharticle", {})
    render(<PostView id={0} identifier="" categories={[]} />)
    return screen.findByLabelText<HTMLTextAreaElement>("编辑器")
  }
  const title = () => screen.getByLabelText<HTMLInputElement>("标题").value
  const writeArticle = async () => {
    fireEvent.change(await open(), { target: { value: "<p>正文</p>" } })
    write("标题", "写到一半")
  }

  it("publishing says so, keeps the form, and the form is the same after the login", async () => {
    world.answer("POST /article", refusal(401, "请先登录"))
    await writeArticle()
    publish()
    expect((await screen.findByRole("alert")).textContent).toContain("写好的内容都在，登录后接着发布")
    expect([title(), world.session.getState().user, world.messages]).toEqual(["写到一半", null, []])
    cleanup()
    world.enter({ id: 7 })
    expect((await open()).value).toBe("<p>正文</p>")
    expect(screen.getByText("已接上登录失效前写的内容")).toBeTruthy()
    expect(title()).toBe("写到一半")
    cleanup()
    // the next visit is an ordinary one
    await open()
    expect([title(), screen.queryByRole("button", { name: "恢复" }) !== null]).toEqual(["", true])
  })

  it("the resumed text can be discarded", async () => {
    world.answer("POST /article", refusal(401, "请先登录"))
    await writeArticle()
    publish()
    await screen.findByText("登录状态已失效")
    cleanup()
    world.enter({ id: 7 })
    await open()
    fireEvent.click(screen.getByRole("button", { name: "丢弃" }))
    expect(title()).toBe("")
    cleanup()
    expect(drafts()).toEqual([])
  })

  it("a login in another tab leaves the form as it is", async () => {
    await writeArticle()
    act(() => world.session.getState().end())
    expect([title(), screen.getByRole("alert").textContent]).toEqual(["写到一半", expect.stringContaining("登录状态已失效")])
    act(() => world.enter({ id: 7 }))
    expect(title()).toBe("写到一半")
  })

  it("another user does not see the text; the user's own logout deletes it", async () => {
    await writeArticle()
    act(() => world.session.getState().end())
    act(() => world.enter({ id: 8 }))
    await screen.findByLabelText<HTMLTextAreaElement>("编辑器")
    expect([title(), drafts().map(({ fields: { title: stored } }) => stored)]).toEqual(["", ["写到一半"]])
    cleanup()
    world.enter({ id: 7 })
    await open()
    act(() => {
      endSession(0)
      localStore.clear()
      world.leave()
    })
    expect([screen.queryByLabelText("标题"), drafts()]).toEqual([null, []])
  })
})
