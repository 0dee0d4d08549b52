import { render } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { useFitting } from "./use-fitting"

const columns = [{ name: "title", label: "标题", title: true }]
/** Widths in px of a table in a box of 1,000 px: as the browser lays it out, and with fixed widths. */
const room = { auto: 1_000, fixed: 1_000 }

const Table = () => {
  const { root, widths } = useFitting(columns, false, "1")
  return (
    <section ref={root}>
      <div className="ant-table-body" data-width={widths ? room.fixed : room.auto}>
        <table>
          <tbody>
            <tr className="ant-table-measure-row">
              <td>{widths ? "fixed" : "auto"}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

it("a table that needs more room with fixed widths than with the browser's is freed once, not for ever", () => {
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(function width(this: HTMLElement) {
    return Number(this.dataset["width"] ?? 0)
  })
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000)
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ width: 400 } as DOMRect)
  Object.assign(room, { auto: 1_000, fixed: 1_030 })
  const { getByRole, rerender } = render(<Table />)
  expect(getByRole("cell").textContent).toBe("fixed")
  // a column of actions arrives
  Object.assign(room, { auto: 1_000, fixed: 1_126 })
  rerender(<Table />)
  expect(getByRole("cell").textContent).toBe("fixed")
})
