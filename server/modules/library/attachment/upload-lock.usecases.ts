import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { ERRORS, type Locker } from "@tus/server"
import type { Db } from "@/server/db/client"
import { tusRefusal } from "./tus-refusal.rules"
import { releaseLease, renewLease, takeLease } from "./unfinished-upload.repository"

/** How often a waiting request asks again, a holder renews its lease of 15 s, and how long a request waits (ms). */
const [askMs, renewMs, waitMs] = [250, 2_000, 30_000]

/** The ids that the tus library creates; any other is no upload. */
export const isUploadId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

const timeout = { status_code: 423, body: "locked\n" }

/**
 * Locks an upload for one request on any machine. A holder that another request waits for ends its own: it is usually the dead connection
 * of the same client. The lease of a killed process ends by itself. The lock holds no database connection.
 */
export const uploadLocker = (db: Db): Locker => ({
  newLock: (id) => {
    const holder = randomUUID()
    let renewal: NodeJS.Timeout | undefined
    return {
      lock: async (signal, release) => {
        if (!isUploadId(id)) throw tusRefusal(ERRORS.FILE_NOT_FOUND)
        const deadline = Date.now() + waitMs
        for (;;) {
          const state = await takeLease(db, id, holder)
          if (state === "absent") throw tusRefusal(ERRORS.FILE_NOT_FOUND)
          if (state === "taken") break
          if (signal.aborted || Date.now() > deadline) throw tusRefusal(timeout)
          await pause(askMs)
        }
        const renew = async () => {
          // During an outage of the database the lease may end; the request continues, because writing the same bytes again is harmless.
          const isHeld = await renewLease(db, id, holder).catch(() => true)
          if (!isHeld) await release()
        }
        renewal = setInterval(() => void renew(), renewMs)
        renewal.unref()
      },
      unlock: async () => {
        clearInterval(renewal)
        await releaseLease(db, id, holder)
      },
    }
  },
})
