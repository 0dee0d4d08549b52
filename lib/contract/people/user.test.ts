import { expect, test } from "vitest"
import { mobile } from "./user"

test("a mobile number may be typed with full-width digits", () => {
  expect(mobile.parse(" １３９１１１１２２２２ ")).toBe("13911112222")
  expect(mobile.safeParse("１２９１１１１２２２２").error?.issues[0]?.message).toBe("请输入正确的手机号码")
})
