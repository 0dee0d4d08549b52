import type { Services } from "../context"
import { noSpace } from "../errors"
import { settingsOf } from "../modules/site/settings/settings.usecases"

/** How long the free space of the disk is remembered (ms). */
const keepMs = 1_000
const measured = new WeakMap<Services, { until: number; free: Promise<number> }>()

const freeSpaceOf = (app: Services): Promise<number> => {
  const last = measured.get(app)
  if (last && last.until > Date.now()) return last.free
  const next = { until: Date.now() + keepMs, free: app.freeSpace() }
  next.free.catch(() => measured.delete(app))
  measured.set(app, next)
  return next.free
}

/**
 * Refuses changes while the disk has less than its reserve (`security.free_space_reserve`): running work and the database need the rest, and
 * a database whose disk is full stops altogether. 0 = no reserve. @throws 507
 */
export const requireReserve = async (app: Services): Promise<void> => {
  const { free_space_reserve } = await settingsOf(app, "security")
  if (free_space_reserve && (await freeSpaceOf(app)) < free_space_reserve * 1024 ** 2) throw noSpace()
}
