import { expect, test } from "vitest"
import { statedHeight } from "./advertisement.rules"

test.each([
  ['<img src="/a.png" width="728" height="90">', 90],
  ['<div style="height:120px;width:100%"><img height=60 src=x></div>', 120],
  ["<div style='min-height: 80px'>广告</div>", 80],
  ["<p>line-height 与 height</p>", 0],
  ['<div style="height:100%">', 0],
  ['<i style="height: 9999px">', 1200],
])("%s declares height %i", (html, height) => expect(statedHeight(html)).toBe(height))
