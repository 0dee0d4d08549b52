import { job } from "@/server/module"
import { isUploadId } from "./upload-lock.usecases"
import { listResumable } from "./unfinished-upload.repository"
import { listUploadsWithParts, removeParts } from "./upload-parts.usecases"

const batch = 200

/** Removes the parts of uploads that are complete, were given up or have expired. An upload's row exists before its first part. */
export const sweepPartsJob = job({
  name: "sweep-upload-parts",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "37 * * * *",
  run: async (ctx) => {
    const { storage } = ctx.app
    if (!storage.isShared) return
    const sweep = async (ids: string[]) => {
      const resumable = await listResumable(ctx.db, ids, ctx.now())
      for (const id of ids) if (!resumable.has(id) && !ctx.app.stopping()) await removeParts(storage, id)
    }
    let ids: string[] = []
    for await (const id of listUploadsWithParts(storage)) {
      if (!isUploadId(id)) continue
      ids.push(id)
      if (ids.length < batch) continue
      await sweep(ids)
      ids = []
    }
    await sweep(ids)
  },
})
