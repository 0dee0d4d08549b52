import { notFound } from "../errors"
import type { Address } from "../module"
import { healthAddresses, type ListenerBackend } from "./endpoints"
import { createListener, type Listener } from "./listener"

/** The listener of a process that only runs jobs: health and metrics, but no pages or calls of the site. */
export const createWorkerListener = (app: ListenerBackend, log: ListenerBackend["log"]): Listener => {
  const addresses = new Map(healthAddresses(app).map(({ path, create }: Address) => [path, create(app)]))
  return createListener(async (req, res, path, query) => {
    const serve = addresses.get(path)
    if (!serve) throw notFound("这个进程只运行后台任务，不提供网页和接口")
    await serve({ req, res, path, query }, true)
  }, log)
}
