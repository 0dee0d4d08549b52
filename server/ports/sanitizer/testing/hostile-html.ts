/** Returns about `bytes` bytes of repetitions of `part`. */
const filled = (part: string, bytes = 1_900_000) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)))

/** Texts that look harmless by their number of tags, so only the time limit stops them. */
export const slowHtml: Record<string, string> = {
  "one tag with hundreds of thousands of attributes": `<p ${Array.from({ length: 250_000 }, (_, at) => `a${at}`).join(" ")}>x`,
  "entities and what only looks like them": filled("&amp;&#x0;&a&&lt;script"),
}
/** The ten worst texts for an HTML parser that one request can carry, by their effect. */
export const hostileHtml: Record<string, string> = {
  ...slowHtml,
  "tags in each other, whose ends stand in comments": filled("<div><!--</div>-->", 850_000),
  "tags in each other, whose ends stand in scripts": filled("<b><script></b></script>", 580_000),
  "300,000 tags in each other": "<div>".repeat(300_000),
  "200,000 tags in each other, between ends of others": "<div></p>".repeat(200_000),
  "a link with hundreds of thousands of comments in its address": `<a href="${filled("<!---->")}x">x</a>`,
  "addresses of pictures in many sizes": `<img srcset="${filled("a 1w,", 900_000)}" src="${filled("//", 900_000)}">`,
  "comments, declarations and instructions that are never closed": filled("<!--<![CDATA[<?x <!x "),
  "beginnings of tags that are never closed": filled("<a href=\"<img src='<b "),
}
