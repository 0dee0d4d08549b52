import { cleanup, render } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { Highlight } from "./highlight"

afterEach(cleanup)

test("only the server's <em> becomes a mark; all other HTML remains text", () => {
  const { container } = render(<Highlight text={'<em>数学</em><img src=x onerror="alert(1)">期末'} />)
  expect(container.querySelectorAll("mark")).toHaveLength(1)
  expect(container.querySelector("mark")?.textContent).toBe("数学")
  expect(container.querySelector("img")).toBeNull()
  expect(container.textContent).toBe('数学<img src=x onerror="alert(1)">期末')
})
