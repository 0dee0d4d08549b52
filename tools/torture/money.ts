import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { seeded } from "../../tests/process/support/random"
import { freePort } from "../../scripts/lib/server.mjs"
import { faultsOf, stuckIn } from "./checks"
import type { TortureState } from "./moves"
import { makeGate } from "./gate"
import { startGateway } from "./gateway"
import { killKinds, makeMortal, type KillKind, type Mortal } from "./kills"
import { client, give } from "./operations"
import { endOrders } from "./queue"
import { makeRecord, type RequestRecord } from "./record"
import type { Tortured } from "./report"
import { openShop, type TortureShop } from "./shop"
import { lastTransaction, takeSnapshot } from "./snapshot"

export { report } from "./report"

export type Torture = {
  /** the built program */
  main: string
  /** a folder after the first start, for this torture test only */
  dataDir: string
  admin: { username: string; password: string }
  seconds: number
  /** repeats the choices of an earlier run, not its timing */
  seed: number
  people?: number
  clients?: number
  /** if that was not enough after these seconds, as on a busy machine, the run continues for a while */
  enough?: (record: RequestRecord, kills: ReadonlyMap<KillKind, number>) => boolean
  /** prints the progress so far, for a waiting operator */
  say?: (text: string) => void
}

/** Further violations would only repeat these. */
const maxViolations = 50
/** A run takes at most this many times longer: on a busy machine every restart takes most of a short run. */
const patience = 40
/** An administrator's password confirmation is valid for ten minutes. */
const confirmEveryMs = 240_000

/** Starts a site that trusts the gateway's certificate, and this machine as its proxy: users have addresses of their own. */
const startMortal = async (
  installation: { main: string; dataDir: string },
  certificate: string,
  random: TortureShop["random"],
): Promise<Mortal> => {
  const folder = join(installation.dataDir, "torture")
  mkdirSync(folder)
  writeFileSync(join(folder, "gateway.pem"), certificate)
  const env = {
    LOG_LEVEL: "warn",
    SAMPLES: "false",
    TRUSTED_PROXIES: "127.0.0.1",
    OUTGOING_ALLOW: "127.0.0.1",
    NODE_EXTRA_CA_CERTS: join(folder, "gateway.pem"),
  }
  return makeMortal({ server: { ...installation, port: await freePort(), env }, random })
}

/** Compares what was acknowledged with what is stored, while no request is in progress, and records the differences. */
const makeCheck = async ({ record, gateway }: TortureShop, dataDir: string, say: (text: string) => void) => {
  const since = await lastTransaction(dataDir)
  const violations = new Set<string>()
  const state = { checks: 0, violations, last: await takeSnapshot(dataDir, since) }
  const check = async (rules: (tortureState: TortureState) => string[]): Promise<void> => {
    state.last = await takeSnapshot(dataDir, since)
    state.checks += 1
    for (const fault of rules({ record, trades: gateway.trades, snapshot: state.last })) {
      if (!violations.has(fault)) say(`违反：${fault}`)
      violations.add(fault)
    }
  }
  return { state, check }
}

/** Lets users work for a while before the next kill: a number of requests, however slow the machine is. */
const someWork = async ({ random, record }: TortureShop): Promise<void> => {
  const targetTotal = record.total() + 20 + random.below(100)
  for (const end = Date.now() + 15_000; record.total() < targetTotal && Date.now() < end;) await pause(20)
}

/**
 * Performs every operation that moves money while the site and its PostgreSQL are killed at random; after each restart, what was
 * acknowledged is compared with what is stored (docs/decisions/010, 064, 066).
 */
export const tortureMoney = async (torture: Torture): Promise<Tortured> => {
  const { admin, dataDir, seconds, seed, people = 24, clients = 8, enough = () => true, say = () => undefined } = torture
  const random = seeded(seed)
  const parts = { random, gate: makeGate(), record: makeRecord() }
  const gateway = await startGateway({ ...parts, random: seeded(seed + 1) })
  const mortal = await startMortal(torture, gateway.certificate, random)
  let running = true
  try {
    const target = { url: mortal.running().url, admin, own: true, dataDir }
    const shop = await openShop(target, { ...parts, gateway, people, documents: 9, codes: 30 })
    const { state, check } = await makeCheck(shop, dataDir, say)
    await Promise.all(shop.people.map((person) => give(shop, person, 60)))

    const kills = new Map<KillKind, number>()
    const begun = Date.now()
    let confirmed = begun
    const work = Promise.all(Array.from({ length: clients }, () => client(shop, () => running)))
    // a failed client is reported below, when the others have ended
    work.catch(() => undefined)
    const isOver = () => {
      const spent = (Date.now() - begun) / 1000
      return state.violations.size >= maxViolations || (spent > seconds && enough(shop.record, kills)) || spent > patience * seconds
    }
    let next: KillKind[] = []
    while (!isOver()) {
      await someWork(shop)
      // each kind occurs once before any is repeated
      if (next.length === 0) next = [...killKinds]
      const [kind = "process"] = next.splice(random.below(next.length), 1)
      kills.set(kind, (kills.get(kind) ?? 0) + 1)
      const recover = await mortal.kill(kind)
      // requests to a site that still runs wait for its database
      await Promise.all([recover(), shop.gate.shut()])
      await check(faultsOf)
      if (Date.now() - confirmed > confirmEveryMs) {
        await shop.site.call("POST /user/confirm", { password: admin.password }, shop.site.admin)
        confirmed = Date.now()
      }
      const { orders, ledger } = state.last
      say(`${Math.round((Date.now() - begun) / 1000)} 秒：杀了 ${state.checks} 次，${orders.length} 个订单，${ledger.transactions} 笔`)
      shop.gate.open()
    }
    running = false
    await work
    await gateway.settle()
    await endOrders(dataDir)
    await check((tortureState) => [...faultsOf(tortureState), ...stuckIn(tortureState)])
    return {
      ...state,
      record: shop.record,
      trades: gateway.trades,
      kills,
      seconds: (Date.now() - begun) / 1000,
      violations: [...state.violations],
    }
  } finally {
    running = false
    gateway.stop()
    await mortal.stop()
  }
}
