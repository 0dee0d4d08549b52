import { expect, test } from "vitest"
import { iconPaths } from "../../components/ui/icon-paths"
import { isTest, sources } from "./source"

const admin = /^(app|components)\/admin\/|^lib\/view\/admin-menu\.ts$/
const front = sources.filter(
  ({ path }) => /^(app|components|lib|stores)\//.test(path) && !isTest(path) && path !== "components/ui/icon-paths.ts",
)

test("an icon that public pages load is used by them; admin icons are in components/admin/crud/admin-icon.tsx", () => {
  const publicText = front
    .filter(({ path }) => !admin.test(path))
    .map(({ text }) => text)
    .join("\n")
  const unused = Object.keys(iconPaths).filter((name) => !publicText.includes(`"${name}"`))
  expect(unused, "move it to components/admin/crud/admin-icon.tsx, or drop it").toEqual([])
  const leaks = front.filter(({ path, imports }) => !admin.test(path) && imports.includes("components/admin/crud/admin-icon"))
  expect(leaks.map(({ path }) => path)).toEqual([])
})
