import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { uploadProof } from "@/lib/upload/send-proof"
import { refusal, world } from "@/tests/setup/admin-world"
import { ComplaintForm } from "./complaint-form"
import { CounterForm } from "./me/counter-form"

vi.mock("@/lib/upload/send-proof", () => ({ uploadProof: vi.fn() }))

const upload = vi.mocked(uploadProof)
beforeEach(() => {
  upload.mockReset()
  world.answer("GET /user/captcha", { enable: false })
})
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/选择文件|证明材料/), { target: { files } })
const submit = () => fireEvent.click(screen.getByRole("button", { name: "提交投诉" }))
const fill = () => {
  type("姓名或单位名称", "林出版社")
  type("被侵权的作品", "《高等数学》")
  type("本站的侵权网址", "https://wenku.example.org/document/a\n\nhttps://wenku.example.org/document/b")
  type("侵权说明", "全书扫描")
  type("电子邮箱", " lin@example.org ")
  type("邮箱验证码", "123456")
}

it("what is missing is said at its field, and nothing is sent", async () => {
  render(<ComplaintForm mail sms={false} />)
  submit()
  for (const message of ["请输入姓名或单位名称", "请输入作品名称", "请填写要投诉的网址", "请输入侵权说明", "请确认内容真实"])
    expect(await screen.findByText(message)).toBeTruthy()
  expect(world.inputsOf("POST /complaint")).toEqual([])
})

it("a complaint is sent with its addresses and proof files, and its numbers are named", async () => {
  world.answer("POST /complaint", { number: ["TS2026112000001", "TS2026112000002"] })
  upload.mockImplementation(async (file) => ({ ok: true, status: 200, data: { key: `key of ${file.name}`, name: file.name, size: 3 } }))
  render(<ComplaintForm mail sms={false} />)
  fill()
  choose(new File(["%PDF"], "合同.pdf"), new File(["x"], "程序.exe"))
  expect(await screen.findByText("合同.pdf")).toBeTruthy()
  expect(await screen.findByText(/《程序\.exe》不是 PDF/)).toBeTruthy()
  fireEvent.click(screen.getByRole("checkbox"))
  submit()
  await waitFor(() => expect(world.inputsOf("POST /complaint")).toHaveLength(1))
  expect(world.inputsOf("POST /complaint")[0]).toMatchObject({
    ...{ claimant: "林出版社", work: "《高等数学》", statement: "全书扫描", email: "lin@example.org", code: "123456", channel: "mail" },
    address: ["https://wenku.example.org/document/a", "https://wenku.example.org/document/b"],
    file: ["key of 合同.pdf"],
    is_true: true,
  })
  expect(await screen.findByText("TS2026112000001、TS2026112000002")).toBeTruthy()
  expect(screen.getByText(/分成了几件/)).toBeTruthy()
})

it("a proof file can be removed again", async () => {
  render(<ComplaintForm mail sms={false} />)
  upload.mockResolvedValueOnce({ ok: true, status: 200, data: { key: "k", name: "合同.pdf", size: 3 } })
  choose(new File(["%PDF"], "合同.pdf"))
  fireEvent.click(await screen.findByRole("button", { name: "移除 合同.pdf" }))
  expect(screen.queryByText("合同.pdf")).toBeNull()
})

it("a proof file that was not received says why", async () => {
  render(<ComplaintForm mail sms={false} />)
  upload.mockResolvedValueOnce({ ok: false, status: 400, message: "《合同.pdf》的内容不是 PDF，请重新选择" })
  choose(new File(["MZ"], "合同.pdf"))
  expect(await screen.findByText(/的内容不是 PDF，请重新选择/)).toBeTruthy()
})

it("what the server refuses is said at its field, and the form keeps its texts", async () => {
  world.answer("POST /complaint", refusal(400, "/document/a（没有这份文档，或已经看不到了）", { field: "address" }))
  render(<ComplaintForm mail sms={false} />)
  fill()
  fireEvent.click(screen.getByRole("checkbox"))
  submit()
  expect(await screen.findByText("/document/a（没有这份文档，或已经看不到了）")).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>("侵权说明").value).toBe("全书扫描")
})

it("the author of what was taken down sends a counter-notice with a name, a statement and a promise", async () => {
  world.enter({ id: 7 })
  world.answer("POST /complaint/counter", {})
  render(<CounterForm id={4} number="TS2026112000001" until="2026-12-01" />)
  fireEvent.click(screen.getByRole("button", { name: "提交反通知" }))
  fireEvent.click(screen.getByRole("button", { name: "提交" }))
  expect(await screen.findByText("请输入不构成侵权的说明")).toBeTruthy()
  type("真实姓名或单位名称", "王五")
  type("不构成侵权的说明", "自己写的")
  fireEvent.click(screen.getByRole("checkbox"))
  fireEvent.click(screen.getByRole("button", { name: "提交" }))
  await waitFor(() => expect(world.messages).toEqual(["反通知已提交"]))
  expect(world.inputsOf("POST /complaint/counter")).toEqual([{ id: 4, name: "王五", statement: "自己写的", is_true: true }])
})
