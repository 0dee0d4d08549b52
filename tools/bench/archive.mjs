import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { startMeasured } from "./server.mjs"
import { formatNumber, goal, table } from "./table.mjs"

/** The archive may cost five percent of the writes. */
const shareGoal = 0.95
/** The two sites take turns, so that other load on the machine slows both equally. */
const rounds = 5
/** The archive begins with a base copy, which is not what is measured. */
const baseMs = 180_000

/** `npm run bench -- archive`: measures changes per second of a site with ARCHIVE_TO and of one without. */
export async function measure({ seconds, connections, server: program }) {
  say("正在启动两个网站，一个归档，一个不归档…")
  const archive = join(temporaryFolder(), "archive")
  const plain = await open({ folder: temporaryFolder(), server: program, env: { SAMPLES: "false" } })
  const archived = await open({ folder: temporaryFolder(), server: program, env: { SAMPLES: "false", ARCHIVE_TO: archive } })
  await baseCopy(archive)
  for (const site of [plain, archived]) await writes(site, connections, 2)
  /** @type {{ plain: number[], archived: number[] }} */
  const rates = { plain: [], archived: [] }
  for (let round = 1; round <= rounds; round++) {
    say(`第 ${round} 轮，共 ${rounds} 轮`)
    rates.plain.push(await writes(plain, connections, seconds))
    rates.archived.push(await writes(archived, connections, seconds))
  }
  for (const { server } of [plain, archived]) await server.stop()
  const [without, having] = [middle(rates.plain), middle(rates.archived)]
  const share = having / without
  console.log(
    `\n${table(
      ["", "每秒的改动"],
      [
        ["不归档", formatNumber(without, 1)],
        ["归档", formatNumber(having, 1)],
      ],
    )}\n`,
  )
  const met = goal(`归档时写入保持 ${shareGoal * 100}% 以上`, share >= shareGoal, `${formatNumber(share * 100, 1)}%`)
  return { met, rows: [{ plain: without, archived: having, share }] }
}

const middle = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function open(options) {
  const server = await startMeasured(options)
  return { server, session: await signIn(server) }
}

/** Waits for the first base copy of the archive. @param {string} archive */
async function baseCopy(archive) {
  for (const end = Date.now() + baseMs; Date.now() < end; await pause(500)) {
    const bases = join(archive, "archive", "bases")
    if (existsSync(bases) && readdirSync(bases, { recursive: true }).some((name) => String(name).endsWith("manifest.json"))) return
  }
  throw new Failure(`归档在 ${baseMs / 1000} 秒内没有做成第一份基础副本。`)
}

/** Returns how many rows a second the site adds, each with its entry in the audit log. */
async function writes({ session }, connections, seconds) {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let count = 0
  const one = async () => {
    while (performance.now() < end) {
      count += 1
      await session.call("POST", "/friendlink", { title: `第 ${count} 个`, link: "https://example.org/", enable: false })
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return (count * 1000) / (performance.now() - begun)
}
