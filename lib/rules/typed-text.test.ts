import { expect, test } from "vitest"
import { digitsOf, halfWidth, readNumber } from "./typed-text"

test.each([
  ["５", 5],
  [" １２０ ", 120],
  ["１，０００", 1000],
  ["1,234,567.5", 1234567.5],
  ["１。５", 1.5],
  ["－３", -3],
  [".5", 0.5],
  ["", null],
  ["　", null],
])("%j is the number %j", (text, number) => expect(readNumber(text)).toBe(number))

test.each(["五", "5元", "1,00", "1,0000", "1e5", "-", "1.2.3", "0x10", "NaN"])("%j is no number", (text) =>
  expect(readNumber(text)).toBeNaN(),
)

test("full-width codes and digits are read as half-width ones", () => {
  expect([halfWidth("ＡＢ１２"), digitsOf("第１２页")]).toEqual(["AB12", "12"])
})
