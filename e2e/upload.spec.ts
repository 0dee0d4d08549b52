import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { APIRequestContext, Page } from "@playwright/test"
import { ownPdf, type OwnFile } from "./support/files"
import { withSettings } from "./support/site"
import { expect, expectAccessible, expectFits, test } from "./support/test"
import { bigPdf, chooseCategory, saveIn } from "./support/upload"

const many = 30

/**
 * A folder as on a user's disk: unique documents, a subfolder, and files added by the system and other programs. PDFs, because each text
 * would start LibreOffice.
 */
const lecturesIn = (parent: string, mark: string): string => {
  const folder = join(parent, `讲义 ${mark}`)
  mkdirSync(join(folder, "附录"), { recursive: true })
  for (let at = 1; at <= many; at++) saveIn(join(folder, at > 25 ? "附录" : ""), ownPdf(`第 ${at} 讲 ${mark}.pdf`, 1))
  writeFileSync(join(folder, ".DS_Store"), "x")
  writeFileSync(join(folder, "安装程序.exe"), "MZ")
  return folder
}

/** Drags a folder onto the page as a user does, so that the browser gets a handle to it. */
const dragFolder = async (page: Page, folder: string) => {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, x: 180, y: 300, data })
}

/** Returns how many file handles the browser has stored. */
const savedHandles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const opening = indexedDB.open("doujia")
        opening.onerror = failed
        opening.onsuccess = () => {
          const counting = opening.result.transaction("upload-ways").objectStore("upload-ways").count()
          counting.onsuccess = () => done(counting.result)
          counting.onerror = failed
        }
      }),
  )

/** Picks from an open antd list inside a form. */
const pick = async (page: Page, field: ReturnType<Page["getByLabel"]>, title: string) => {
  await expect(async () => {
    await field.click()
    await page.locator(".ant-select-dropdown:visible").getByTitle(title, { exact: true }).click({ timeout: 3_000 })
  }).toPass({ timeout: 15_000 })
}

const documentsOf = async (request: APIRequestContext, person: { id: number; token: string }) => {
  const reply = await request.get(`/api/v1/document/list?user_id=${person.id}&size=100`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return ((await reply.json()) as { document: { id: number; title: string; price: number; keywords: string; status: number }[] }).document
}

/** Deletes documents, so that the following tests do not wait for their conversions. */
const deleteDocuments = async (request: APIRequestContext, { token }: { token: string }, documents: { id: number }[]) => {
  const ids = documents.map(({ id }) => `id=${id}`).join("&")
  const reply = await request.delete(`/api/v1/document?${ids}`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** Intercepts every uploaded part; after `block` they wait for `release`. */
const gateParts = async (page: Page) => {
  const offsets: number[] = []
  let gate: Promise<void> = Promise.resolve()
  let open = () => {}
  await page.route("**/api/v1/upload/tus/*", async (route) => {
    if (route.request().method() === "PATCH") {
      offsets.push(Number(route.request().headers()["upload-offset"]))
      if (offsets.at(-1)! > 0) await gate
    }
    // a request cancelled meanwhile cannot continue
    await route.continue().catch(() => undefined)
  })
  return {
    offsets,
    block: () => void (gate = new Promise((resolve) => (open = resolve))),
    release: () => {
      open()
      gate = Promise.resolve()
    },
  }
}

test.describe.configure({ mode: "serial" })

let shared: OwnFile

test("a folder of thirty files is selected, edited and uploaded together @main", async ({ page, reader, request, folder: parent }) => {
  const folder = lecturesIn(parent, reader.username)
  await page.goto("/upload")
  await test.step("the limits are shown first", async () => {
    const limits = page.getByRole("region", { name: "上传限制" })
    await expect(limits).toContainText("最大 50 MB")
    await expect(limits).toContainText("不限")
    await expectAccessible(page)
    await expectFits(page)
  })
  await test.step("select the folder", async () => {
    await page.getByLabel("选择文件夹", { exact: true }).setInputFiles(folder)
    await expect(page.getByLabel("文档标题")).toHaveCount(many)
    await expect(page.getByText("安装程序.exe 不支持的文件格式，已忽略该文件")).toBeVisible()
    await expect(page.getByText("跳过了 1 个隐藏或系统文件")).toBeVisible()
  })
  await test.step("edit them all", async () => {
    await page.getByLabel("全选").check()
    await expect(page.getByText(`已选 ${many} 份`)).toBeVisible()
    await page.getByRole("button", { name: "批量修改" }).click()
    const form = page.getByRole("form", { name: "批量修改" })
    await pick(page, form.getByLabel("分类"), "使用指南")
    await form.getByLabel("价格").fill("3")
    await form.getByLabel("关键词", { exact: true }).fill("讲义，复习，")
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: `应用到 ${many} 份` }).click()
  })
  await test.step("edit one separately", async () => {
    await page.getByRole("button", { name: /^编辑信息 第 26 讲/ }).click()
    const details = page.getByRole("group", { name: /^第 26 讲.*的信息$/ })
    await details.getByLabel("价格").fill("9")
    await details.getByRole("button", { name: "加入关键词 附录" }).click()
    await expectAccessible(page)
    await expectFits(page)
  })
  await test.step("upload, and check the result", async () => {
    await page.getByRole("button", { name: `上传 ${many} 份文档` }).click()
    await expect(page.getByText("上传成功")).toHaveCount(many, { timeout: 120_000 })
    await expect(page.getByText(`${many} 份文档已经上传`)).toBeVisible()
    const made = await documentsOf(request, reader)
    expect(made).toHaveLength(many)
    const lecture = made.find(({ title }) => title.startsWith("第 26 讲"))!
    expect([lecture.price, lecture.keywords]).toEqual([9, "讲义,复习,附录"])
    expect(made.filter(({ price, keywords }) => price === 3 && keywords === "讲义,复习")).toHaveLength(many - 1)
    await expectFits(page)
    await deleteDocuments(request, reader, made)
  })
})

test("an upload resumes after a pause, a lost connection, offline time and a reload", async ({
  page,
  context,
  reader,
  folder,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/)
  page.on("dialog", (dialog) => void dialog.accept())
  const file = bigPdf(`分段 ${reader.username}.pdf`)
  const path = saveIn(folder, file)
  const title = file.name.replace(".pdf", "")
  const parts = await gateParts(page)
  parts.block()
  await page.goto("/upload")
  await page.getByLabel("选择文件", { exact: true }).setInputFiles(path)
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: "上传 1 份文档" }).click()
  const second = () => expect.poll(() => parts.offsets.at(-1), { timeout: 30_000 }).toBeGreaterThan(0)

  await test.step("pause and resume", async () => {
    await second()
    await page.getByRole("button", { name: `暂停上传 ${title}` }).click()
    await expect(page.getByText(/已暂停，\d+ %/)).toBeVisible()
    parts.release()
    parts.block()
    const before = parts.offsets.length
    await page.getByRole("button", { name: `继续上传 ${title}` }).click()
    await expect.poll(() => parts.offsets.length, { timeout: 30_000 }).toBeGreaterThan(before)
    expect(parts.offsets.slice(before)[0]).toBeGreaterThan(0)
  })
  await test.step("the network is lost and restored", async () => {
    await context.setOffline(true)
    parts.release()
    await expect(page.getByText("网络断开了，连上后自动继续").first()).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
    const before = parts.offsets.length
    parts.block()
    await context.setOffline(false)
    await expect.poll(() => parts.offsets.length, { timeout: 60_000 }).toBeGreaterThan(before)
    expect(parts.offsets.slice(before)[0]).toBeGreaterThan(0)
  })
  await test.step("a reload requires the same file, and rejects any other", async () => {
    await page.reload()
    parts.release()
    const rest = page.getByRole("region", { name: "上次没有传完的文件" })
    await expect(rest).toContainText("上次还有 1 份没有传完")
    await expectAccessible(page)
    await expectFits(page)
    const again = page.getByLabel(`继续上传 ${file.name}`)
    saveIn(folder, { ...file, buffer: Buffer.concat([file.buffer.subarray(0, -2), Buffer.from("x\n")]) })
    await again.setInputFiles(path)
    await expect(page.getByText(/内容和上次那份不同/)).toBeVisible({ timeout: 30_000 })
    await page.getByRole("button", { name: `移除 ${title}` }).click()
    const before = parts.offsets.length
    await again.setInputFiles(saveIn(folder, file))
    await expect(page.getByText("上传成功")).toBeVisible({ timeout: 60_000 })
    expect(parts.offsets.slice(before)[0], "the first part after the reload begins behind what had arrived").toBeGreaterThan(0)
    await expect(rest).toHaveCount(0)
  })
  await test.step("the converted document can be found by its content", async () => {
    shared = file
    await expect(page.locator(".up-row").getByText("已发布")).toBeVisible({ timeout: 60_000 })
  })
})

test("秒传: a user who holds a file that the site already has need not upload it", async ({ page, reader, request, folder }) => {
  const parts = await gateParts(page)
  await page.goto("/upload")
  const copy = saveIn(folder, { ...shared, name: `另一个名字 ${reader.username}.pdf` })
  await page.getByLabel("选择文件", { exact: true }).setInputFiles(copy)
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: "上传 1 份文档" }).click()
  const panel = page.getByRole("group", { name: /已经有了$/ })
  await expect(panel).toContainText(shared.name.replace(".pdf", ""), { timeout: 30_000 })
  await expect(panel).toContainText("上传")
  await expectAccessible(page)
  await expectFits(page)
  await panel.getByRole("button", { name: /^仍然上传/ }).click()
  await expect(page.getByText("秒传成功")).toBeVisible({ timeout: 30_000 })
  expect(parts.offsets, "not one byte of it was sent").toEqual([])
  expect((await documentsOf(request, reader)).map(({ title }) => title)).toEqual([`另一个名字 ${reader.username}`])
  // the hash alone is not enough
  const claim = await request.post("/api/v1/upload/claim", {
    data: { hash: "0".repeat(32), size: 5, name: "a.pdf" },
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(((await claim.json()) as { id: string }).id).toBe("")
})

test("files of an unsupported type, too large or over the daily limit are reported, and uploaded files can be reviewed before submitting", async ({
  page,
  reader,
  request,
}) => {
  await withSettings(request, { security: { max_document_size: "1", upload_every_day: "2" } }, async () => {
    await page.goto("/upload")
    await expect(page.getByRole("region", { name: "上传限制" })).toContainText("2 份")
    const choose = page.getByLabel("选择文件", { exact: true })
    await choose.setInputFiles([
      { name: "程序.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
      { name: "太大.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(1024 * 1024 + 1, "x") },
      ...["豆子", "架子", "叶子"].map((word) => ({
        name: `${word}种植手册 ${reader.username}.txt`,
        mimeType: "text/plain",
        buffer: Buffer.from(`${word} ${reader.username} ${Math.random()}`),
      })),
    ])
    await expect(page.getByText("程序.exe 不支持的文件格式，已忽略该文件")).toBeVisible()
    await expect(page.getByText("太大.pdf 大小 1.00 MB，超过限制（最大 1 MB），已忽略该文件")).toBeVisible()
    await expectAccessible(page)
    await chooseCategory(page, "使用指南")
    await page.getByLabel("传完先核对，再提交").check()
    await page.getByRole("button", { name: "上传 2 份文档" }).click()
    await expect(page.getByText("已经传完，核对后提交")).toHaveCount(2, { timeout: 30_000 })
    await page.getByRole("button", { name: /^采用建议 豆子/ }).click()
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: "先提交 2 份" }).click()
    await expect(page.getByText("上传成功")).toHaveCount(2, { timeout: 30_000 })
    expect((await documentsOf(request, reader)).find(({ title }) => title.startsWith("豆子"))!.keywords).not.toBe("")
    await expect(page.getByText("你今天上传的文档已达上限（2 份），明天再来吧")).toBeVisible()
    await page.reload()
    await expect(page.getByRole("alert").filter({ hasText: "你今天上传的文档已达上限" })).toBeVisible()
    await expect(page.getByLabel("选择文件", { exact: true })).toHaveCount(0)
    await expectAccessible(page)
  })
})

test("after a reload during a folder's upload one click resumes all files", async ({ page, reader, request, folder: parent }) => {
  page.on("dialog", (dialog) => void dialog.accept())
  const folder = lecturesIn(parent, reader.username)
  // some of the files arrive, the others only after the reload
  let goOn = () => undefined as void
  const reloaded = new Promise<void>((done) => (goOn = done))
  let begun = 0
  await page.route("**/api/v1/upload/tus", async (route) => {
    if (++begun > 5) await reloaded
    await route.continue().catch(() => undefined)
  })
  await page.goto("/upload")
  // rendered once the page listens for drops
  await expect(page.getByRole("region", { name: "上传限制" })).toBeVisible()
  await dragFolder(page, folder)
  await expect(page.getByLabel("文档标题")).toHaveCount(many)
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: `上传 ${many} 份文档` }).click()
  await expect(page.getByText("上传成功").first()).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => savedHandles(page), "what goes on without being chosen again").toBeGreaterThan(1)
  await page.reload()
  goOn()
  const rest = page.getByRole("region", { name: "上次没有传完的文件" })
  await expect(rest).toContainText(/上次还有 \d+ 份没有传完/)
  await expect(rest).toContainText("浏览器会问一次")
  await expectAccessible(page)
  await expectFits(page)
  await rest.getByRole("button", { name: /^继续 \d+ 份$/ }).click()
  await expect(rest).toHaveCount(0, { timeout: 60_000 })
  await expect.poll(async () => (await documentsOf(request, reader)).length, { timeout: 90_000 }).toBe(many)
  expect(new Set((await documentsOf(request, reader)).map(({ title }) => title)).size, "each of them once").toBe(many)
  await deleteDocuments(request, reader, await documentsOf(request, reader))
})

test("a compatible back end without multipart uploads, 秒传 and limits gets the file in one request", async ({
  page,
  reader,
  request,
  consoleGuard,
}) => {
  consoleGuard.allow(/404 \(Not Found\)|Failed to load resource/)
  for (const path of ["upload/tus", "upload/claim", "upload/limit", "document/suggest?*", "document/exist?*"])
    await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "Not Found" }))
  const whole = page.waitForRequest("**/api/v1/upload/document")
  await page.goto("/upload")
  await page
    .getByLabel("选择文件", { exact: true })
    .setInputFiles({ name: `一次传完 ${reader.username}.txt`, mimeType: "text/plain", buffer: Buffer.from(`一次传完 ${Math.random()}`) })
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: "上传 1 份文档" }).click()
  expect((await whole).headers()["content-type"]).toContain("multipart/form-data")
  await expect(page.getByText("上传成功")).toBeVisible({ timeout: 30_000 })
  expect((await documentsOf(request, reader)).map(({ title }) => title)).toEqual([`一次传完 ${reader.username}`])
})

test("free for members: set at the upload, shown in lists, withdrawn by the owner", async ({ page, reader, request }) => {
  await withSettings(request, { vip: { enable: "true" } }, async () => {
    await page.goto("/upload")
    const title = `会员讲义 ${reader.username}`
    await page
      .getByLabel("选择文件", { exact: true })
      .setInputFiles({ name: `${title}.txt`, mimeType: "text/plain", buffer: Buffer.from(`会员 ${Math.random()}`) })
    await chooseCategory(page, "使用指南")
    // as a Chinese input method writes it
    await page.getByLabel("下载价格").fill("五")
    await expect(page.getByText("价格应为不小于 0 的整数")).toBeVisible()
    await page.getByLabel("下载价格").fill("５")
    await page.getByText("VIP 免费", { exact: true }).click()
    await expect(page.getByRole("switch", { name: "VIP 免费" })).toBeChecked()
    await expect(page.locator(".up-row").getByText("VIP")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "上传 1 份文档" }).click()
    await expect(page.getByText("上传成功")).toBeVisible({ timeout: 30_000 })
    const marked = await request.get(`/api/v1/document/list?fee_type=vip&user_id=${reader.id}`, {
      headers: { authorization: `Bearer ${reader.token}` },
    })
    expect(((await marked.json()) as { document: { title: string }[] }).document.map((one) => one.title)).toEqual([title])
    await page.goto("/me/document")
    const row = page.getByRole("listitem").filter({ hasText: title })
    await expect(row.getByText("VIP", { exact: true })).toBeVisible()
    await row.getByRole("button", { name: `编辑《${title}》` }).click()
    const mark = page.getByRole("switch", { name: "VIP 免费" })
    await expect(mark).toBeChecked()
    await mark.click()
    await page.getByRole("button", { name: "保存" }).click()
    await expect(row.getByText("VIP", { exact: true })).toHaveCount(0)
  })
})

test("a row's own price that cannot be read stops the upload and is focused, also from another page of the list", async ({
  page,
  request,
  reader,
}) => {
  await page.goto("/upload")
  const titles = Array.from({ length: 51 }, (_, at) => `第${at}份 ${reader.username}`)
  const files = titles.map((title) => ({ name: `${title}.txt`, mimeType: "text/plain", buffer: Buffer.from(title) }))
  await page.getByLabel("选择文件", { exact: true }).setInputFiles(files)
  await chooseCategory(page, "使用指南")
  const [title] = titles as [string]
  await page.getByRole("button", { name: `编辑信息 ${title}` }).click()
  const details = page.getByRole("group", { name: `${title} 的信息` })
  const price = details.getByLabel("价格")
  await price.fill("5元")
  await expect(details.getByText("价格应为不小于 0 的整数")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: `编辑信息 ${title}` }).click()
  await page.getByRole("button", { name: "下一页" }).click()
  await expect(details).toHaveCount(0)
  await page.getByRole("button", { name: /^上传 \d+ 份文档$/ }).click()
  await expect(price).toBeFocused()
  await expect(price).toBeInViewport()
  await expect(details.getByText("价格应为不小于 0 的整数")).toBeVisible()
  expect(await documentsOf(request, reader)).toEqual([])
  await price.fill("５")
  await expect(details.getByText("价格应为不小于 0 的整数")).toHaveCount(0)
})
