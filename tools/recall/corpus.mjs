// Generates entries for the search index. The same number always generates the same entry.
import { between, pick, popularity, randomOf, textOf, topicOf } from "../seed/texts.mjs"

const rare = "龘骉麤彧昶曜珩璟瑾翊舸芃蓁衢鄞钰阙霁韫颢鲲黻縠氍毹榫桴柁殳毵渑湮炅焘牮犍狯猗玟甙畹瘳皑眢砬碶"
const latin = "linux postgresql docker kubernetes python typescript server client network database index vector".split(" ")
const extensions = [".pdf", ".pdf", ".docx", ".docx", ".pptx", ".xlsx", ".txt"]
const dayMs = 86_400_000
const newest = Date.UTC(2026, 10, 1)

/** @param {number} id @returns {import("../../server/ports/search/search.port").SearchEntry} */
export const entryOf = (id) => {
  const random = randomOf(id * 2_654_435_761)
  const topic = topicOf(random)
  const sentence = () =>
    textOf(random, topic, 1) + (random() < 0.3 ? `${pick(random, [...rare])}${pick(random, [...rare])}与 ${pick(random, latin)}。` : "")
  const length = between(random, 1, 3)
  const pages = Array.from({ length }, () => Array.from({ length: between(random, 2, 4) }, sentence).join("\n"))
  return {
    kind: 0,
    id,
    title: topic.title,
    keywords: `${topic.subject},${topic.aspect}`,
    description: "为比较搜索而写的文字",
    ext: pick(random, extensions),
    language: random() < 0.9 ? "zh-CN" : "en",
    price: random() < 0.3 ? between(random, 1, 20) : 0,
    is_vip: false,
    length,
    size: between(random, 10_000, 9_000_000),
    rating: between(random, 200, 500),
    views: popularity(random, 100_000),
    downloads: popularity(random, 10_000),
    favorites: popularity(random, 1_000),
    recommended: random() < 0.02,
    categories: [topic.field + 1],
    user_id: between(random, 1, 500),
    created_at: new Date(newest - between(random, 0, 1_500) * dayMs),
    pages,
  }
}

/** Yields all entries from 1 to `documents`, in batches. @param {number} documents */
export async function* entries(documents) {
  for (let from = 1; from <= documents; from += 500)
    yield Array.from({ length: Math.min(500, documents - from + 1) }, (_, at) => entryOf(from + at))
}
