import { fireEvent, render, screen } from "@testing-library/react"
import { useState } from "react"
import { expect, it, vi } from "vitest"
import "@/tests/setup/admin-world"
import { RemarkField } from "./remark-field"
import { SidePanel } from "./side-panel"

it("has its title, its content and a foot with its buttons, and closes", () => {
  const onClose = vi.fn()
  render(
    <SidePanel title="处理举报" onClose={onClose} footer={<button type="button">没有问题</button>}>
      <p>全是广告</p>
    </SidePanel>,
  )
  expect(screen.getByRole("dialog").textContent).toContain("处理举报全是广告没有问题")
  expect(screen.getByRole("button", { name: "没有问题" }).parentElement!.className).toBe("adm-form-foot")
  fireEvent.click(screen.getByRole("button", { name: /关闭|Close/ }))
  expect(onClose).toHaveBeenCalledOnce()
})

it("leaves the foot out where nothing can be decided", () => {
  render(
    <SidePanel title="申诉" onClose={() => undefined} footer={false}>
      <p>理由</p>
    </SidePanel>,
  )
  expect(document.querySelector(".adm-form-foot, .ant-drawer-footer")).toBeNull()
})

const Remark = ({ refusal }: { refusal?: string }) => {
  const [value, setValue] = useState("")
  return <RemarkField label="理由" max={500} value={value} placeholder="必须写" refusal={refusal} onChange={setValue} />
}

it("a remark has a label, a length and a description if it was refused", () => {
  const { rerender } = render(<Remark />)
  const field = screen.getByLabelText<HTMLTextAreaElement>("理由")
  fireEvent.change(field, { target: { value: "侵权" } })
  expect([field.value, field.maxLength, field.placeholder, field.getAttribute("aria-describedby")]).toEqual(["侵权", 500, "必须写", null])
  rerender(<Remark refusal="请写明理由" />)
  expect(document.getElementById(field.getAttribute("aria-describedby")!)!.textContent).toBe("请写明理由")
})
