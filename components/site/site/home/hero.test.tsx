import { render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import "@/tests/setup/world"
import { Hero } from "./hero"

vi.mock("@/components/library/search/big-search", () => ({ BigSearch: () => null }))

it("shows the site description below the title, and nothing if it is empty", () => {
  const { rerender, container } = render(<Hero lead="小学教案和试卷" keywords={[]} slides={[]} />)
  expect(screen.getByText("小学教案和试卷").className).toBe("lead")
  rerender(<Hero lead="" keywords={[]} slides={[]} />)
  expect(container.querySelector(".lead")).toBeNull()
})
