import { setTimeout as pause } from "node:timers/promises"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { convertedSamples } from "../bench/site-targets.mjs"
import { signIn } from "../bench/client.mjs"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"
import { makeDocuments } from "./documents.mjs"
import { fillRows } from "./fill-rows.mjs"

/** Names that are too long, look empty, run right to left, are full of brackets or consist of emoji. */
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

/**
 * Number of documents that await review, were rejected, cost something or are in the recycle bin, in addition to the requested number of
 * documents.
 */
const further = 7

/** Puts the newest documents into those states, as staff would. */
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
  // title covers are rendered after the conversion
  await pause(3_000)
  await giveStates(client)
  await fillRows(dataDir, count)
}

/** The longest text that a field accepts, without a place to break a line. @param {number} length */
const longest = (length) => "没有标点也没有空格的名字".repeat(30).slice(0, length)

/**
 * Gives the logged-in user and the credits the longest allowed names. The login continues under the new user name.
 * @param {Awaited<ReturnType<typeof signIn>>} client @param {{ username: string }} admin
 */
async function giveLongNames(client, admin) {
  const { maxCreditName } = await importTypeScript("lib/contract/money/ledger.settings.ts")
  const username = longest(32)
  await client.call("PUT", "/user/profile", { username, signature: longest(255), realname: longest(64), address: longest(255) })
  admin.username = username
  await client.call("PUT", "/config", { config: [{ category: "score", name: "credit_name", value: longest(maxCreditName) }] })
}

async function giveNames({ url, admin, dataDir }) {
  const client = await signIn({ url, admin })
  const { document } = await client.call("GET", "/document/list?size=100")
  for (const [n, { id }] of document.entries())
    await client.call("PUT", "/document", { id, title: nameOf(n).slice(0, 200), keywords: nameOf(n + 1).slice(0, 120) })
  const { category } = await client.call("GET", "/category/list?type=0&size=100")
  for (const [n, one] of category.slice(0, names.length).entries())
    await client.call("PUT", "/category", { ...one, title: `${nameOf(n).slice(0, 61)} ${n}` })
  await giveLongNames(client, admin)
  await fillRows(dataDir, 2 * names.length, nameOf)
  await pause(2_000)
}

/** The data of the site during the screenshots: `prepare` creates its data folder and returns the administrator, `fill` uses the API. */
export const states = {
  empty: { prepare: (folder) => copyTestData("empty", folder) },
  6: { prepare: samples, fill: keepSix },
  54: { prepare: samples, fill: (site) => fillTo(54, site) },
  hostile: { prepare: samples, fill: giveNames },
}
