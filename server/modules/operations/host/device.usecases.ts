import { statfs } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import type { Ctx } from "@/server/context"
import { busyPercent, percentOf } from "./device.rules"

/** How long the processors are sampled (ms): long enough for a meaningful number, short enough for a waiting user. */
const watchMs = 250

const readCpu = async () => {
  const before = cpus()
  await pause(watchMs)
  const after = cpus()
  const [first] = after
  return {
    cores: after.length,
    model_name: first?.model.trim() ?? "",
    mhz: first?.speed ?? 0,
    percent: busyPercent(
      before.map(({ times }) => times),
      after.map(({ times }) => times),
    ),
  }
}

/** In a container, its memory limit applies, if there is one. */
const readMemory = () => {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const available = Math.min(process.availableMemory(), total)
  const used = total - available
  return { total, available, used, free: available, percent: percentOf(used, total) }
}

/** Reads the file system of the data folder, without revealing its path. */
const readDisk = async (folder: string) => {
  const { blocks, bfree, bavail, bsize } = await statfs(folder)
  const [total, used, free] = [blocks * bsize, (blocks - bfree) * bsize, bavail * bsize]
  return { disk_name: "数据目录", total, used, free, percent: percentOf(used, used + free) }
}

/** Returns load and free resources of the machine that answers (docs/reference/api.md 3.14). */
export const readDevice = async ({ app }: Ctx) => {
  const [cpu, disk] = await Promise.all([readCpu(), readDisk(app.dataDir)])
  return { cpu, memory: readMemory(), disk: [disk] }
}
