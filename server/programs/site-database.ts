import type { PoolConfig } from "pg"
import { findRunningDatabase, startEmbeddedDatabase } from "@/server/db/embedded"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { commandConnection } from "@/server/db/site-connection"
import { env } from "@/server/env"

/** `stop` ends only what was started for the command. */
type SiteDatabase = { connection: PoolConfig; stop: () => Promise<void> }

/**
 * Opens the site's database for a command: that of DATABASE_URL, that of the running site, or one started until `stop`, from any state that
 * an earlier process left behind. `alone`: a stopped site cannot start before `stop`. `announce`: an orphan is stopped first, or the
 * database recovers.
 */
export const openSiteDatabase = async (
  dataDir: string,
  { alone, announce }: { alone: boolean; announce: (text: string) => void },
): Promise<SiteDatabase> => {
  const stop = async () => undefined
  if (env().DATABASE_URL) return { connection: commandConnection(env()), stop }
  const running = await findRunningDatabase(dataDir)
  if (running) return { connection: running, stop }
  const lock = alone ? await acquireInstanceLock(dataDir, "instance.lock") : null
  try {
    const database = await startEmbeddedDatabase({
      dataDir,
      log: (message, { pid } = {}) => announce(`${message}${typeof pid === "number" ? `（PID ${pid}）` : ""}`),
    })
    return {
      connection: database.connection,
      stop: async () => {
        await database.stop()
        await lock?.release()
      },
    }
  } catch (error) {
    // A watched folder tries again in the same process.
    await lock?.release()
    throw error
  }
}
