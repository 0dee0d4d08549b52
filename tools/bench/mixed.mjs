// Uploads small documents while a large one is converting, with one conversion at a time. Measures how soon each can be read and how much
// this slows down the large one.
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { signIn } from "./client.mjs"
import { makeMixedCorpus } from "./corpus.mjs"
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const pages = 400
/** Two of each kind are converted alone. */
const counts = { pdfs: 12, words: 7 }
const goals = { pdfs: 1.5, words: 3 }
const titles = { pdfs: "10 页 PDF", words: "10 页 docx" }
const lossGoal = 0.1
const patienceMs = 15 * 60_000

/** @returns {Promise<{ met: boolean[], rows: object[] }>} */
export async function measureMixed(folder, { server: program }) {
  say(`正在准备 ${pages} 页的 PDF 和 ${counts.pdfs + counts.words} 份小文档…`)
  const corpus = await makeMixedCorpus(join(folder, "mixed"), { pages, ...counts })
  if (!corpus) return { met: [goal("一份大文档正在转换时的小文档", null, "没有 LibreOffice，做不出这些文档")], rows: [] }
  const server = await startMeasured({
    folder: join(folder, "mixed"),
    server: program,
    env: { SAMPLES: "false", CONVERT_CONCURRENCY: "1" },
  })
  const client = await signIn(server)
  say("先各转换一份，没有别人")
  const timings = {}
  // The first conversion also loads code, so each kind is measured again with its second document.
  for (const kind of ["pdfs", "words", "pdfs", "words"]) timings[kind] = await convert(client, corpus[kind].pop())
  const alone = await convert(client, corpus.alone)
  say(`再转换 ${pages} 页的 PDF，同时陆续上传小文档`)
  const { firsts, whole, others } = await convertTogether(client, corpus)
  await server.stop()
  return report({ firsts, own: timings, alone: alone.whole, whole, others })
}

/** Uploads a document. Resolves with its uuid once it is waiting for its conversion. */
async function submit(client, { path, title }) {
  const { id: attachment_id } = await client.upload(path)
  const started = performance.now()
  const { document } = await client.call("POST", "/document", { document: [{ attachment_id, title }] })
  return { uuid: document[0].uuid, seconds: () => (performance.now() - started) / 1000 }
}

/** Returns the seconds until the first page and until the whole document is converted. */
async function convert(client, file) {
  const { uuid, seconds } = await submit(client, file)
  const first = await firstPage(client, uuid, seconds)
  await until(client, uuid, ({ status }) => status === 2)
  return { first, whole: seconds() }
}

async function until(client, uuid, done) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(50)) {
    const document = await client.call("GET", `/document?uuid=${uuid}`)
    if (document.status === 3) throw new Failure(document.convert_error || "转换失败")
    if (done(document)) return
  }
  throw new Failure("一刻钟内没有转换完")
}

/**
 * Uploads small documents one after another until none are left or the large one is done. The large one continues in between. Small
 * documents take precedence over it from upload to completion; `others` is that time in seconds.
 */
async function convertTogether(client, corpus) {
  const large = await submit(client, corpus.large)
  await until(client, large.uuid, ({ converted_pages }) => converted_pages > 10)
  const firsts = { pdfs: [], words: [] }
  let others = 0
  const kinds = ["pdfs", "pdfs", "words"]
  for (let n = 0; corpus.pdfs.length + corpus.words.length > 0; n++) {
    const kind = kinds[n % kinds.length] ?? "pdfs"
    const file = corpus[kind].pop()
    if (!file) continue
    const { status } = await client.call("GET", `/document?uuid=${large.uuid}`)
    if (status === 2) break
    const { uuid, seconds } = await submit(client, file)
    firsts[kind].push(await firstPage(client, uuid, seconds))
    await until(client, uuid, ({ status }) => status === 2)
    others += seconds()
    await pause(500)
  }
  if (firsts.words.length === 0) throw new Failure("大文档转换得太快，小文档没有和它同时转换")
  await until(client, large.uuid, ({ status }) => status === 2)
  return { firsts, whole: large.seconds(), others }
}

async function firstPage(client, uuid, seconds) {
  for (;;) {
    const { status } = await client.bytes(`/view/page/${uuid}/1.gzip.svg`)
    if (status === 200) return seconds()
    if (status !== 202) throw new Failure(`第一页的应答是 ${status}`)
    await pause(10)
  }
}

/** Returns the value below which this share of the measured values lies. */
const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]

function report({ firsts, own: timings, alone, whole, others }) {
  const rows = Object.keys(firsts).map((kind) => {
    const first = firsts[kind]
    return {
      title: titles[kind],
      alone: timings[kind].first,
      p50: percentile(first, 0.5),
      p95: percentile(first, 0.95),
      worst: Math.max(...first),
      goal: goals[kind],
    }
  })
  const lines = rows.map(({ title, alone, p50, p95, worst }) => [
    title,
    formatNumber(alone, 2),
    formatNumber(p50, 2),
    formatNumber(p95, 2),
    formatNumber(worst, 2),
  ])
  console.log(
    `\n同时转换一份时，${pages} 页的 PDF 正在转换，上传后多久可以读第一页（秒）\n${table(["文档", "没有别人时", "一半以内", "95% 以内", "最慢"], lines)}\n`,
  )
  const met = rows.map(({ title, worst, goal: seconds }) =>
    goal(`${title}，大文档正在转换：上传后 ${seconds} 秒内可以读第一页`, worst <= seconds, `最慢 ${formatNumber(worst, 2)} 秒`),
  )
  const loss = Math.max(0, (whole - others - alone) / alone)
  const detail = `独自 ${formatNumber(alone, 1)} 秒，全部一起 ${formatNumber(whole, 1)} 秒，其中给小文档让路 ${formatNumber(others, 1)} 秒`
  met.push(goal(`${pages} 页的 PDF 因为让路慢了不超过 ${lossGoal * 100}%`, loss <= lossGoal, `${formatNumber(loss * 100, 1)}%：${detail}`))
  return { met, rows: [...rows, { title: `${pages} 页 PDF`, alone, whole, others, loss }] }
}
