import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { PicturePurpose } from "@/lib/upload/send-picture"
import { PictureField } from "./picture-field"

const world = vi.hoisted(() => ({ upload: vi.fn() }))
vi.mock("@/lib/upload/send-picture", () => ({ uploadPicture: world.upload }))
vi.mock("@/components/ui/photo-viewer", () => ({
  PhotoViewer: ({ images }: { images: string[] }) => <div role="dialog" aria-label={images[0]} />,
}))

const made = vi.fn((_: Blob) => "blob:preview")
const given = vi.fn()
beforeEach(() => {
  world.upload.mockReset()
  given.mockReset()
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Held = ({ kind = "banner", start = "", disabled }: { kind?: PicturePurpose; start?: string; disabled?: boolean }) => {
  const [value, setValue] = useState(start)
  return (
    <>
      <label htmlFor="cover">图片</label>
      <PictureField
        id="cover"
        kind={kind}
        value={value}
        disabled={disabled}
        onChange={(path) => {
          given(path)
          setValue(path)
        }}
      />
    </>
  )
}
const input = () => screen.getByLabelText<HTMLInputElement>("图片")
const fileOf = (name: string, type: string, size = 10) => Object.defineProperty(new File(["x"], name, { type }), "size", { value: size })
const choose = (file: File) => fireEvent.change(input(), { target: { files: [file] } })
const png = () => fileOf("图.png", "image/png")
const shownPicture = () => document.querySelector<HTMLImageElement>(".pic img")?.getAttribute("src")

describe("a form field for one picture", () => {
  test("a selected picture is uploaded with progress, and its address returned", async () => {
    let finish: (reply: unknown) => void = () => undefined
    let progress: (share: number) => void = () => undefined
    world.upload.mockImplementation((_kind: string, _file: File, onProgress: (share: number) => void) => {
      progress = onProgress
      return new Promise((done) => (finish = done))
    })
    render(<Held />)
    const file = png()
    choose(file)
    expect(world.upload).toHaveBeenCalledWith("banner", file, expect.any(Function))
    expect(shownPicture()).toBe("blob:preview")
    act(() => progress(0.42))
    expect(screen.getByRole("progressbar", { name: "上传进度" }).getAttribute("aria-valuenow")).toBe("42")
    expect(screen.getByRole("button", { name: "正在上传 42%" })).toHaveProperty("disabled", true)
    expect(input().disabled).toBe(true)
    await act(async () => finish({ ok: true, status: 200, data: { path: "/uploads/ab/x.webp" } }))
    expect(given).toHaveBeenCalledWith("/uploads/ab/x.webp")
    expect(shownPicture()).toBe("/uploads/ab/x.webp")
    expect(screen.queryByRole("progressbar")).toBeNull()
    expect(screen.getByRole("button", { name: "更换" })).toBeTruthy()
  })

  test("the server's error is shown beside it, and the previous picture stays", async () => {
    world.upload.mockResolvedValue({ ok: false, status: 400, message: "图片损坏或不完整，请换一张再试" })
    render(<Held start="/uploads/aa/old.webp" />)
    choose(png())
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("图片损坏或不完整，请换一张再试"))
    expect(input().getAttribute("aria-invalid")).toBe("true")
    expect(given).not.toHaveBeenCalled()
    await waitFor(() => expect(shownPicture()).toBe("/uploads/aa/old.webp"))
  })

  test.each([
    ["SVG", fileOf("logo.svg", "image/svg+xml"), /PNG/],
    ["a PDF", fileOf("a.pdf", "application/pdf"), /格式用不了/],
    ["nothing", fileOf("a.png", "image/png", 0), /空文件/],
    ["too much", fileOf("a.png", "image/png", 11 * 1024 * 1024), /10 MB/],
    ["an icon", fileOf("a.ico", "image/x-icon"), /格式用不了/],
  ])("%s is rejected before the upload", (_, file, words) => {
    render(<Held />)
    choose(file)
    expect(screen.getByRole("alert").textContent).toMatch(words)
    expect(world.upload).not.toHaveBeenCalled()
  })

  test("site settings accept icons, even if the system does not know the type", async () => {
    world.upload.mockResolvedValue({ ok: true, status: 200, data: { path: "/uploads/ab/x.png" } })
    render(<Held kind="favicon" />)
    choose(fileOf("favicon.ico", ""))
    await waitFor(() => expect(given).toHaveBeenCalledWith("/uploads/ab/x.png"))
    expect(world.upload.mock.calls[0]![0]).toBe("favicon")
  })

  test("accepts a dropped picture, but not dropped text", async () => {
    world.upload.mockResolvedValue({ ok: true, status: 200, data: { path: "/uploads/ab/x.webp" } })
    render(<Held />)
    const field = document.querySelector(".pic")!
    fireEvent.dragOver(field, { dataTransfer: { types: ["text/plain"], files: [] } })
    expect(screen.queryByText("松开就上传")).toBeNull()
    fireEvent.dragOver(field, { dataTransfer: { types: ["Files"], files: [] } })
    expect(screen.getByText("松开就上传")).toBeTruthy()
    fireEvent.drop(field, { dataTransfer: { types: ["Files"], files: [png()] } })
    await waitFor(() => expect(given).toHaveBeenCalledWith("/uploads/ab/x.webp"))
  })

  test("the picture can be removed, viewed in full size, and replaced if it fails to load", async () => {
    render(<Held start="/uploads/ab/x.webp" />)
    fireEvent.click(screen.getByRole("button", { name: "查看" }))
    expect(await screen.findByRole("dialog", { name: "/uploads/ab/x.webp" })).toBeTruthy()
    fireEvent.error(document.querySelector(".pic img")!)
    expect(screen.getByText("图片打不开了，重新选择")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "移除" }))
    expect(given).toHaveBeenCalledWith("")
    expect(screen.queryByRole("button", { name: "移除" })).toBeNull()
  })

  test("cannot be changed while it is disabled", () => {
    render(<Held start="/uploads/ab/x.webp" disabled />)
    expect([input().disabled, screen.getByRole<HTMLButtonElement>("button", { name: "移除" }).disabled]).toEqual([true, true])
    fireEvent.drop(document.querySelector(".pic")!, { dataTransfer: { types: ["Files"], files: [png()] } })
    expect(world.upload).not.toHaveBeenCalled()
  })
})
