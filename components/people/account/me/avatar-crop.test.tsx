import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useEffect } from "react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { AvatarCrop } from "./avatar-crop"
import type { Placing } from "./crop-placing"

const world = vi.hoisted(() => ({ upload: vi.fn(), crop: vi.fn(), opens: true }))
const area = { x: 10, y: 20, width: 100, height: 100 }

vi.mock("@/lib/upload/send-picture", () => ({ uploadPicture: world.upload }))
vi.mock("./picture-canvas", () => ({
  cropImage: world.crop,
  openImage: async (source: string) => (world.opens ? { source } : Promise.reject(new Error("not a picture"))),
}))
// jsdom has no layout and loads no images: the cropper's callbacks are called by hand
vi.mock("./crop-stage", () => ({
  CropStage: ({ placing, onArea, onReady }: { placing: Placing; onArea: (newArea: typeof area) => void; onReady: () => void }) => {
    useEffect(() => {
      onArea(area)
      onReady()
    }, [onArea, onReady])
    return <output aria-label="位置">{`${placing.zoom} ${placing.rotation}`}</output>
  },
}))

const done = vi.fn()
const close = vi.fn()
const cutOut = new Blob(["webp"], { type: "image/webp" })
beforeEach(() => {
  for (const one of [done, close, world.upload, world.crop]) one.mockReset()
  world.opens = true
  world.crop.mockResolvedValue(cutOut)
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:picture", revokeObjectURL: () => undefined }))
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const choose = (file: File) => fireEvent.change(screen.getByLabelText("选择头像图片"), { target: { files: [file] } })
const photo = () => new File(["x"], "我.jpg", { type: "image/jpeg" })
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: /保存头像/ })
const opened = async () => {
  render(<AvatarCrop open onClose={close} onDone={done} />)
  choose(photo())
  await waitFor(() => expect(save().disabled).toBe(false))
}

describe("the avatar crop dialog", () => {
  test("the selected picture is positioned, cropped, uploaded, and its address returned", async () => {
    world.upload.mockResolvedValue({ ok: true, status: 200, data: { path: "/uploads/ab/x.webp" } })
    render(<AvatarCrop open onClose={close} onDone={done} />)
    expect(save().disabled).toBe(true)
    choose(photo())
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(screen.getByRole("button", { name: "向右转 90 度" }))
    fireEvent.keyDown(screen.getByRole("slider", { name: "缩放" }), { key: "ArrowRight", keyCode: 39, which: 39 })
    expect(screen.getByLabelText("位置").textContent).toBe("1.05 90")
    fireEvent.click(save())
    await waitFor(() => expect(done).toHaveBeenCalledWith("/uploads/ab/x.webp"))
    expect(world.crop).toHaveBeenCalledWith({ source: "blob:picture" }, area, 90)
    expect(world.upload).toHaveBeenCalledWith("avatar", cutOut)
    expect(close).toHaveBeenCalledOnce()
  })

  test("the server's error is shown, and the user can retry", async () => {
    world.upload.mockResolvedValue({ ok: false, status: 429, message: "操作太频繁，请稍后再试" })
    await opened()
    fireEvent.click(save())
    expect((await screen.findByRole("alert")).textContent).toBe("操作太频繁，请稍后再试")
    expect(done).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()
    await waitFor(() => expect(save().disabled).toBe(false))
  })

  test("a browser that cannot crop shows a message and sends nothing", async () => {
    world.crop.mockResolvedValue(null)
    await opened()
    fireEvent.click(save())
    expect((await screen.findByRole("alert")).textContent).toMatch(/没能裁剪/)
    expect(world.upload).not.toHaveBeenCalled()
  })

  test("a file that is not a picture, or cannot be opened, shows a message beside the input", async () => {
    render(<AvatarCrop open onClose={close} onDone={done} />)
    choose(new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }))
    expect((await screen.findByRole("alert")).textContent).toMatch(/格式用不了.*PNG/)
    world.opens = false
    choose(new File(["x"], "坏.png", { type: "image/png" }))
    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/打不开/))
    expect(save().disabled).toBe(true)
  })

  test("is closed by its button", async () => {
    await opened()
    fireEvent.click(screen.getByRole("button", { name: /^取 ?消$/ }))
    expect(close).toHaveBeenCalledOnce()
  })
})
