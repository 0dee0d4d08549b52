import { setTimeout as pause } from "node:timers/promises"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { convertedSamples } from "../bench/site-targets.mjs"
import { signIn } from "../bench/client.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"
import { makeDocuments } from "./documents.mjs"
import { fillRows } from "./fill-rows.mjs"

/** Names that are too long, empty-looking, right to left, full of brackets or made of emoji. */
const names = [
  "没有标点也没有空格的一个非常非常长的标题".repeat(10),
  "A-title-without-a-single-space-".repeat(7),
  "<script>alert(1)</script> & “引号” 'quotes'",
  "مرحبا بالعالم وثيقة من اليمين إلى اليسار",
  "👩‍👩‍👧‍👦🏳️‍🌈 表情 ✌🏽",
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
]

/** @param {number} n */
const nameOf = (n) => names[n % names.length] ?? ""

const samples = (folder) => copyTestData("samples", folder)

async function keepSix({ url, admin, dataDir }) {
  const client = await signIn({ url, admin })
  const { document } = await client.call("GET", "/document/list?size=100&order=id%20asc")
  const gone = document.slice(6).map(({ id }) => `id=${id}`)
  if (gone.length) await client.call("DELETE", `/document?${gone.join("&")}`)
  await fillRows(dataDir, 6)
}

/** What waits for staff, was turned down, costs something or is in the recycle bin; these come on top of the documents that are counted. */
const further = 7

/** Gives the newest documents those states, as staff do. */
async function giveStates(client) {
  const { document } = await client.call("GET", `/document/list?size=${further}&order=id%20desc`)
  const [first, second, third, fourth, fifth, ...gone] = document.map(({ id }) => id)
  await client.call("PUT", "/document/check", { id: [first, second], status: 6 })
  await client.call("PUT", "/document/check", { id: [third], status: 7, reason: "封面与内容不符，请换一份清楚的扫描件再上传。" })
  await client.call("PUT", "/document/check", { id: [fourth], status: 4 })
  await client.call("PUT", "/document/price", { document_id: [fifth, first], price: 20 })
  await client.call("DELETE", `/document?${gone.map((id) => `id=${id}`).join("&")}`)
}

async function fillTo(count, { url, admin, dataDir }) {
  const client = await signIn({ url, admin })
  const { document } = await client.call("GET", "/document/list?size=100")
  const { category } = await client.call("GET", "/category/list?type=0&size=100")
  const leaves = category.filter(({ parent_id }) => parent_id > 0)
  for (const [n, { name, title, content }] of (await makeDocuments(count + further - document.length)).entries()) {
    const path = join(dataDir, name)
    await writeFile(path, content)
    const { id } = await client.upload(path)
    await client.call("POST", "/document", { category_id: [leaves[n % leaves.length].id], document: [{ attachment_id: id, title }] })
  }
  await convertedSamples({ url, admin }, 15)
  // covers of titles are drawn after the conversion
  await pause(3_000)
  await giveStates(client)
  await fillRows(dataDir, count)
}

async function giveNames({ url, admin, dataDir }) {
  const client = await signIn({ url, admin })
  const { document } = await client.call("GET", "/document/list?size=100")
  for (const [n, { id }] of document.entries())
    await client.call("PUT", "/document", { id, title: nameOf(n).slice(0, 200), keywords: nameOf(n + 1).slice(0, 120) })
  const { category } = await client.call("GET", "/category/list?type=0&size=100")
  for (const [n, one] of category.slice(0, names.length).entries())
    await client.call("PUT", "/category", { ...one, title: `${nameOf(n).slice(0, 40)} ${n}` })
  await fillRows(dataDir, 2 * names.length, nameOf)
  await pause(2_000)
}

/** What the site holds while it is looked at: `prepare` makes its data folder and tells the administrator, `fill` works over the API. */
export const states = {
  empty: { prepare: (folder) => copyTestData("empty", folder) },
  6: { prepare: samples, fill: keepSix },
  54: { prepare: samples, fill: (site) => fillTo(54, site) },
  hostile: { prepare: samples, fill: giveNames },
}
