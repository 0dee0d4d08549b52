// 古诗十五首.epub: poems of the Tang and Song with the sound of rare characters, notes and a question each.
import { pictures } from "./art.mjs"
import { epub } from "./epub.mjs"
import { esc } from "./package.mjs"
import { poems } from "./text/poems.mjs"

const css = `
.poem { text-align: center; font-family: "Songti SC", "Noto Serif CJK SC", SimSun, serif } .poem h1 { border: 0; margin-bottom: .2em }
.by { color: #5e6860; text-align: center; font-size: .9em } .lines { margin: 1.6em 0; font-size: 1.25em; line-height: 2.1; text-align: center }
.note { font-size: .92em } .ask { padding: .6em 1em; background: #f5efe4; border-left: 3px solid #a33a30 }`

const pageOf = ({ title, author, lines, notes, sense, ask }, n) => ({
  id: `p${n}`,
  href: `p${n}.xhtml`,
  name: `${title}　${author}`,
  body:
    `<section epub:type="chapter"><div class="poem"><h1>${esc(title)}</h1></div><p class="by">${esc(author)}</p>` +
    `<p class="lines">${lines.map(esc).join("<br/>")}</p><h2>注释</h2><ul class="note">${notes.map((note) => `<li>${esc(note)}</li>`).join("")}</ul>` +
    `<h2>大意</h2><p>${esc(sense)}</p><p class="ask">想一想：${esc(ask)}</p></section>`,
})

export const poemsEpub = async () =>
  epub({
    title: "古诗十五首",
    uid: "urn:uuid:0b7c4c1e-54b4-4f0a-9a5e-2f6f0a1d7c15",
    description: "十五首小学常见的古诗，每首有注释、大意和一个问题，适合亲子共读和课前预习。",
    css,
    cover: await pictures.poemsCover(),
    pages: [
      {
        id: "preface",
        href: "preface.xhtml",
        name: "怎样读这本小书",
        body:
          '<section epub:type="preface"><h1>怎样读这本小书</h1><p>这里选了十五首小学课本里常见的古诗。一天读一首，半个月读完：先大声读两遍，再看注释，最后合上书背一遍，说说自己的感受。</p>' +
          "<p>“想一想”没有标准答案。大人可以和孩子轮流说，说得不一样才有意思。</p><p>诗是古人的，注释和问题由豆架编写，可以自由复制、修改和分享，许可协议：Apache-2.0。</p></section>",
      },
      ...poems.map(pageOf),
    ],
  })
