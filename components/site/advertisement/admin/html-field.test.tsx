import { render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { HtmlField } from "./html-field"

vi.mock("antd", () => ({ Input: { TextArea: () => <textarea /> } }))

const script = "<script>show()</script>"

it("code with a script runs in a frame, whose height is written below", () => {
  render(<HtmlField value={script} />)
  expect(screen.getByText(/隔离的框/).textContent).toBe("有脚本，会放进隔离的框里运行；请在下面填写框的高度。")
})

it("no height is asked for where the server takes none", () => {
  world.set({ capabilities: { absent: ["POST /advertisement height_desktop"] } })
  render(<HtmlField value={script} />)
  expect(screen.getByText(/隔离的框/).textContent).toBe("有脚本，会放进隔离的框里运行。")
})
