/** Returns the width of a text in terminal columns. Chinese characters and full-width punctuation take two columns. */
const widthOf = (text) =>
  [...text].reduce(
    (sum, char) =>
      sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(char) ? 2 : 1),
    0,
  )

/** Formats a table with the first `left` columns aligned left and all others aligned right. */
export function table(heads, rows, left = 1) {
  const lines = [heads, ...rows].map((row) => row.map(String))
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column]))))
  const draw = (line) =>
    line
      .map((text, column) => {
        const room = " ".repeat(widths[column] - widthOf(text))
        return column < left ? text + room : room + text
      })
      .join("  ")
      .trimEnd()
  const [head, ...body] = lines.map(draw)
  return [head, "─".repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join("\n")
}

/** Formats a number with thousands separators; "—" for null. */
export function formatNumber(value, digits = 0) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "—"
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Prints one goal. Returns false only if it was measured and missed. */
export function goal(name, met, result) {
  console.log(`${met === null ? "未测" : met ? "达到" : "未达到"}  ${name}（${result}）`)
  return met !== false
}
