// Generates titles and sentences that look like those of uploaded documents. The same number always generates the same text.
import { aspects, fields, givenNames, kinds, places, surnames, things, words } from "./vocabulary.mjs"

/** Returns a generator of random numbers from 0 to 1 (mulberry32), repeatable from its seed. @param {number} seed */
export const randomOf = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @typedef {() => number} Random */
/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
export const pick = (random, list) => /** @type {T} */ (list[Math.floor(random() * list.length)])
/** Returns an integer from `least` to `most`. @param {Random} random @param {number} least @param {number} most */
export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1))

/**
 * Returns a random number of views: one document in ten gets three quarters of the views, as on real sites. @param {Random} random @param
 * {number} most
 */
export const popularity = (random, most) => Math.floor(most * random() ** 5)

const endings = ["（上）", "（下）", "第一章", "第二章", "最新版", "完整版", "2023", "2024", "2025", "2026", "修订稿", "打印版"]

/** @typedef {{ field: number, subject: string, aspect: string, title: string }} Topic */

/** Returns the topic of a document. @param {Random} random @returns {Topic} */
export const topicOf = (random) => {
  const field = between(random, 0, fields.length - 1)
  const subject = pick(random, fields[field]?.subjects ?? [])
  const aspect = pick(random, aspects)
  const region = random() < 0.2 ? pick(random, places) : ""
  const ending = random() < 0.6 ? pick(random, endings) : String(between(random, 1, 999))
  return { field, subject, aspect, title: `${region}${subject}${aspect}${pick(random, kinds)}${ending}` }
}

/** @type {((random: Random, topic: Topic) => string)[]} */
const sentences = [
  (r, t) => `本节介绍${t.subject}的${t.aspect}，重点说明${pick(r, things)}与${pick(r, things)}之间的关系。`,
  (r, t) =>
    `在${pick(r, places)}的一次调查中，${pick(r, words.people)}发现${t.subject}的${pick(r, things)}比预期高出${between(r, 2, 98)}%。`,
  (r) =>
    `${pick(r, words.times)}应当${pick(r, words.actions)}${pick(r, things)}，并把${pick(r, things)}${pick(r, words.actions)}一遍，避免遗漏。`,
  (r, t) =>
    `关于${t.aspect}，常用的办法有${between(r, 2, 9)}种，其中最${pick(r, words.adjectives)}的一种需要${pick(r, things)}和${pick(r, things)}。`,
  (r) => `表${between(r, 1, 20)}列出了${pick(r, things)}的${pick(r, things)}，单位换算后为${between(r, 10, 9999)}。`,
  (r, t) =>
    `如果${pick(r, things)}不够${pick(r, words.adjectives)}，${t.subject}的${pick(r, things)}就会受到影响，${pick(r, words.people)}需要重新${pick(r, words.actions)}。`,
  (r) => `请${pick(r, words.people)}在${between(r, 1, 12)}月${between(r, 1, 28)}日以前完成${pick(r, things)}的${pick(r, words.actions)}。`,
  (r, t) => `以${pick(r, places)}某单位为例，${t.aspect}从${between(r, 1998, 2025)}年开始执行，至今${pick(r, words.adjectives)}。`,
  (r) => `综上所述，${pick(r, things)}、${pick(r, things)}和${pick(r, things)}三者缺一不可，也是${pick(r, words.people)}最关心的内容。`,
  (r, t) => `思考题：怎样用${pick(r, things)}${pick(r, words.actions)}${t.subject}中的${pick(r, things)}？写出步骤并说明理由。`,
  (r) =>
    `需要注意的是，${pick(r, words.adjectives)}的${pick(r, things)}并不等于${pick(r, words.adjectives)}的${pick(r, things)}，两者应当分别${pick(r, words.actions)}。`,
  (r, t) => `${t.subject}课程共${between(r, 8, 64)}学时，${pick(r, words.times)}进行${t.aspect}的讲解与练习。`,
]

/** Returns `count` sentences about a topic. @param {Random} random @param {Topic} topic @param {number} count */
export const textOf = (random, topic, count) => {
  let text = ""
  for (let n = 0; n < count; n++) text += pick(random, sentences)(random, topic)
  return text
}

/** Returns a user's name, made unique by `number`. @param {Random} random @param {number} number */
export const nameOf = (random, number) => `${pick(random, surnames)}${pick(random, givenNames)}${number}`
