import { describe, expect, test } from "vitest"
import { likenessOf, textBands } from "./near-text.rules"

const sentence = (n: number) =>
  `第${n}条 本合同由甲乙双方在平等自愿的基础上订立，标的${String.fromCodePoint(0x4e00 + n * 37)}${String.fromCodePoint(0x5200 + n * 53)}的交付期限、验收标准与违约责任以附件${String.fromCodePoint(0x6200 + n * 71)}为准。`
const contract = Array.from({ length: 40 }, (_, n) => sentence(n)).join("\n")
const shared = (one: string, other: string) => {
  const otherBands = textBands(other)
  return textBands(one).filter((hash, band) => hash === otherBands[band]).length
}

describe("near-duplicate texts", () => {
  test("texts with the same letters share every band, regardless of width, case, numbers and white space", () => {
    expect(textBands(contract)).toHaveLength(16)
    expect(shared(contract, contract.replaceAll("\n", "  ").replaceAll("第", " 第 ").replace(/\d+/g, "7"))).toBe(16)
    expect(shared(`${contract} ABC`, `${contract} ａｂｃ`)).toBe(16)
  })

  test("a few changed sentences keep many bands, another text shares none", () => {
    const edited = contract.replace(sentence(3), "这一条已经完全改写，与原来的说法没有任何相同之处。").replace(sentence(30), "")
    expect(shared(contract, edited)).toBeGreaterThanOrEqual(6)
    const other = Array.from(
      { length: 60 },
      (_, n) =>
        `春天来了${String.fromCodePoint(0x7000 + n * 31)}，山上的${String.fromCodePoint(0x8000 + n * 17)}花都开了，孩子们在河边放风筝。`,
    ).join("")
    expect(shared(contract, other)).toBe(0)
  })

  test("short texts have no bands, and every band fits PostgreSQL's bigint", () => {
    expect(textBands("太短的一段文字。".repeat(20))).toEqual([])
    for (const band of textBands(contract)) expect(band).toBe(BigInt.asIntN(64, band))
  })

  test("similarity is between 0 and 1", () => {
    expect([likenessOf(16), likenessOf(8), likenessOf(1), likenessOf(0)]).toEqual([1, 0.84, 0.5, 0])
  })
})
