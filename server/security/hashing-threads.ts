import { Worker } from "node:worker_threads"
import { hash, verify } from "@node-rs/argon2"

/** The cost of one hash: memory in KiB, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

export type HashingTask = { password: string; cost: PasswordCost } | { password: string; stored: string }

/** Computes argon2id. A stored hash that cannot be read matches no password. */
export type Hashing = {
  hash: (password: string, cost: PasswordCost) => Promise<string>
  verify: (stored: string, password: string) => Promise<boolean>
  close: () => Promise<void>
}

/** Computes in the thread pool that file access uses too: for commands and tests. */
export const pooledHashing = (): Hashing => ({
  hash: (password, cost) => hash(password, { algorithm: 2, ...cost }),
  verify: (stored, password) => verify(stored, password).catch(() => false),
  close: async () => undefined,
})

/**
 * Computes in threads of low priority, so that a flood of logins leaves the processor to everything else. There are as many threads as tasks
 * at once, which `createPasswords` bounds; each starts on demand. `script` is the path of the bundled `hashing.worker.ts`.
 */
export const threadHashing = (script: string, onError: (error: Error) => void): Hashing => {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const start = () => {
    const worker = new Worker(script, { execArgv: [], env: {} })
    all.add(worker)
    worker.once("exit", () => all.delete(worker))
    return worker
  }
  const ask = <T>(task: HashingTask): Promise<T> =>
    new Promise<T>((done, failed) => {
      const worker = idle.pop() ?? start()
      worker.ref()
      const settle = () => worker.off("message", onMessage).off("error", onFailure).off("exit", onExit)
      const onMessage = (result: T) => {
        settle()
        worker.unref()
        idle.push(worker)
        done(result)
      }
      const onFailure = (error: Error) => {
        settle()
        onError(error)
        failed(error)
      }
      const onExit = () => onFailure(new Error("a thread that computes hashes ended"))
      worker.on("message", onMessage).on("error", onFailure).on("exit", onExit)
      worker.postMessage(task)
    })
  return {
    hash: (password, cost) => ask({ password, cost }),
    verify: (stored, password) => ask({ stored, password }),
    close: async () => {
      idle.length = 0
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
