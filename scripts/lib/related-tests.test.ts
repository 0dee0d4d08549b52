import { expect, test } from "vitest"
import { chooseTests, limits } from "./related-tests.mjs"

const api = (...calls: string[]) => calls.map((call) => `app.call("${call}")`).join("\n")
const tree = {
  "lib/contract/money/order.ts": `export const order = area({ "POST /order": {}, "GET /order/list": {} })`,
  "lib/contract/contract.ts": `import { order } from "./money/order"`,
  "server/modules/money/order/order.rules.ts": "",
  "server/modules/money/order/order.usecases.ts": `import { total } from "./order.rules"`,
  "server/modules/money/order/order.rules.test.ts": `import { total } from "./order.rules"`,
  "server/modules/money/order/order.module.ts": `import { placeOrder } from "./order.usecases"`,
  "server/modules/money/ledger/ledger.test.ts": `import { placeOrder } from "../order/order.usecases"`,
  "tests/api/money/order.test.ts": api("POST /order"),
  "tests/api/money/order-staff.test.ts": api("GET /order/list"),
  "tests/api/money/order-bought.test.ts": api("POST /order", "GET /order/list", "POST /order"),
  "tests/api/people/user.test.ts": api("GET /user"),
  "tests/process/money.test.ts": `import { total } from "../../server/modules/money/order/order.rules"`,
  "components/ui/price.tsx": "",
  "components/money/order/order-card.tsx": `import { Price } from "@/components/ui/price"`,
  "components/money/order/order-card.test.tsx": `import { OrderCard } from "./order-card"`,
}
const choose = (changed: string[], more: Record<string, string> = {}) => chooseTests(changed, new Map(Object.entries({ ...tree, ...more })))

test("a changed module file runs the API tests of its feature, then adjacent tests, then tests of its importers", () => {
  expect(choose(["server/modules/money/order/order.rules.ts"])).toEqual({
    tests: [
      "tests/api/money/order.test.ts",
      "tests/api/money/order-bought.test.ts",
      "tests/api/money/order-staff.test.ts",
      "server/modules/money/order/order.rules.test.ts",
      "server/modules/money/ledger/ledger.test.ts",
    ],
    left: 0,
  })
})

test("a changed contract runs the API tests of its feature", () => {
  expect(choose(["lib/contract/money/order.ts"]).tests).toEqual([
    "tests/api/money/order.test.ts",
    "tests/api/money/order-bought.test.ts",
    "tests/api/money/order-staff.test.ts",
  ])
})

test("a component runs the tests of its importers; documents, style sheets and whole-site tests run none", () => {
  expect(choose(["components/ui/price.tsx"]).tests).toEqual(["components/money/order/order-card.test.tsx"])
  expect(choose(["README.md", "app/styles/base.css", "tests/process/money.test.ts"])).toEqual({ tests: [], left: 0 })
})

test("a deleted test is not run, a changed one comes first", () => {
  const changed = ["tests/api/money/gone.test.ts", "components/ui/price.tsx", "tests/api/people/user.test.ts"]
  expect(choose(changed).tests).toEqual(["tests/api/people/user.test.ts", "components/money/order/order-card.test.tsx"])
})

test("the number of tests is limited, and every feature gets a share of the API tests", () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`tests/api/money/order-${n}.test.ts`, api("POST /order")]))
  const others = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`components/ui/${n}.test.tsx`, `import { Price } from "./price"`]),
  )
  const contract = { "lib/contract/people/user.ts": `"GET /user"`, ...many, ...others }
  const { tests, left } = choose(
    ["server/modules/money/order/order.jobs.ts", "lib/contract/people/user.ts", "components/ui/price.tsx"],
    contract,
  )
  expect(tests).toHaveLength(limits.all)
  expect(tests).toContain("tests/api/people/user.test.ts")
  expect(tests).toContain("tests/api/money/order.test.ts")
  expect(left).toBeGreaterThan(0)
})

test("a change of a widely imported file runs only adjacent tests", () => {
  const importer = (from: string) => `import { CrudPage } from "${from}"`
  const hub = {
    "components/admin/crud/use-crud.ts": "",
    "components/admin/crud-page.tsx": `const useCrud = () => import("./crud/use-crud")`,
    "components/admin/crud-page.test.tsx": importer("./crud-page"),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`app/admin/${n}.test.tsx`, importer("@/components/admin/crud-page")])),
  }
  expect(choose(["components/admin/crud/use-crud.ts"], hub)).toEqual({ tests: ["components/admin/crud-page.test.tsx"], left: 0 })
})
