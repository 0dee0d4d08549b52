import { expect, test } from "vitest"
import { homeTitle } from "./site-name"

test("the home page title follows the site name unless it is set explicitly", () => {
  expect(homeTitle({ sitename: "青禾文库", title: "" })).toBe("青禾文库 · 打开就能读的文库")
  expect(homeTitle({ sitename: "青禾文库", title: "豆架 · 打开就能读的文库" })).toBe("青禾文库 · 打开就能读的文库")
  expect(homeTitle({ sitename: "", title: "" })).toBe("豆架 · 打开就能读的文库")
  expect(homeTitle({ sitename: "青禾文库", title: "自己的标题" })).toBe("自己的标题")
})
