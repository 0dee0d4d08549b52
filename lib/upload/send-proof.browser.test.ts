import { afterEach, expect, test, vi } from "vitest"
import { uploadProof } from "./send-proof"

const file = new File(["%PDF-"], "证明.pdf")
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("a proof without an answer within five minutes is given up, and the message does not blame the network", async () => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init!.signal!.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))),
  )
  const sending = uploadProof(file)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await sending).toEqual({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "POST" })
})

test("a lost network is named", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"))
  expect(await uploadProof(file)).toEqual({ ok: false, status: 0, message: "网络没有连上，请检查后重试" })
})
