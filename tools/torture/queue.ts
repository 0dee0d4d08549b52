import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { PgBoss } from "pg-boss"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import { closeOverdueJob } from "../../server/modules/money/order/order.jobs"
import { openSiteDatabase } from "./snapshot"

const withinMs = 120_000

/**
 * Lets every open order and every payment at the gateway expire, and waits until the running site has processed them or should have long
 * ago.
 */
export const endOrders = async (dataDir: string): Promise<void> => {
  const { socketDir: host, port } = readPostmasterFile(join(dataDir, "postgres"))!
  const { pool, close } = openSiteDatabase(dataDir)
  const boss = new PgBoss({
    host,
    port,
    user: "doujia",
    database: "doujia",
    schema: "queue",
    supervise: false,
    schedule: false,
    migrate: false,
  })
  try {
    await boss.start()
    await pool.query(`update "order" set closed_at = now() - interval '1 second' where status = 1`)
    await pool.query("update payment_attempt set created_at = created_at - interval '1 day'")
    for (const end = Date.now() + withinMs; Date.now() < end; await pause(1_000)) {
      // the site's own scheduler sends it once a minute
      await boss.send(closeOverdueJob.name, {})
      const open = `select 1 from "order" where status = 1 union all select 1 from payment_attempt where state in ('begun', 'closed')`
      if ((await pool.query(open)).rowCount === 0) return
    }
  } finally {
    await boss.stop({ graceful: false })
    await close()
  }
}
