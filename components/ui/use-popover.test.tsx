import { fireEvent, render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { ProgressBar } from "./progress-bar"
import { usePopover } from "./use-popover"

const Menu = ({ path = "/" }: { path?: string }) => {
  const { root, open, setOpen, close } = usePopover<HTMLDivElement>(path)
  return (
    <>
      <p>外面</p>
      <div ref={root}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          菜单
        </button>
        {open && (
          <button type="button" onClick={close}>
            退出登录
          </button>
        )}
      </div>
    </>
  )
}
const button = () => screen.getByRole("button", { name: "菜单" })
const isOpen = () => button().getAttribute("aria-expanded") === "true"

it("a press outside closes a popover, a press inside does not", () => {
  render(<Menu />)
  fireEvent.click(button())
  fireEvent.pointerDown(screen.getByText("退出登录"))
  expect(isOpen()).toBe(true)
  fireEvent.pointerDown(screen.getByText("外面"))
  expect(isOpen()).toBe(false)
})

it("closing returns the focus to its button, and another path closes it", () => {
  const { rerender } = render(<Menu />)
  fireEvent.click(button())
  fireEvent.click(screen.getByText("退出登录"))
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button())
  fireEvent.click(button())
  rerender(<Menu path="/me" />)
  expect(isOpen()).toBe(false)
})

it("a progress bar announces a percentage or a count, and is hidden while nothing moves", () => {
  render(
    <>
      <ProgressBar label="上传进度" value={0.429} />
      <ProgressBar label="已用的 VIP 下载" value={12} max={10} />
      <ProgressBar label="计算进度" value={0.5} moving={false} />
    </>,
  )
  const bars = screen.getAllByRole("progressbar", { hidden: true })
  expect(
    bars.map((bar) => [bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax"), bar.getAttribute("aria-hidden")]),
  ).toEqual([
    ["42", "100", null],
    ["12", "10", null],
    ["50", "100", "true"],
  ])
  expect(bars.map((bar) => bar.querySelector("i")!.style.transform)).toEqual(["scaleX(0.429)", "scaleX(1)", "scaleX(0)"])
})
