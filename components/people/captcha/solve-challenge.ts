import type { CaptchaChallenge, PowSolution } from "./captcha-types"
import type { PowMessage } from "./pow.worker"

const inWorker = (challenge: CaptchaChallenge, signal: AbortSignal): Promise<PowSolution> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./pow.worker.ts", import.meta.url), { type: "module" })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    signal.addEventListener("abort", () => end(() => reject(new Error("given up"))), { once: true })
    worker.addEventListener("error", () => end(() => reject(new Error("the worker did not start"))))
    worker.addEventListener("message", ({ data }: MessageEvent<PowMessage>) =>
      end(() => ("solution" in data ? resolve(data.solution) : reject(new Error(data.failed)))),
    )
    worker.postMessage(challenge)
  })

/** Fallback without a worker: solves on the page in slices of 200 ms. */
const inPage = async (challenge: CaptchaChallenge): Promise<PowSolution> => {
  const { solvePow } = await import("./pow-solver")
  return solvePow(challenge)
}

/** Solves a proof of work. Resolves to the value of `captcha`: base64 of the JSON `{challenge, solution}`. */
export const solveChallenge = async (challenge: CaptchaChallenge, signal: AbortSignal): Promise<string> => {
  const solution = await inWorker(challenge, signal).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    return inPage(challenge)
  })
  return btoa(JSON.stringify({ challenge, solution }))
}
