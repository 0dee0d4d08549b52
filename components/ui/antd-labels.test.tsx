import { render, screen, waitFor } from "@testing-library/react"
import { DatePicker, Drawer, Input, InputNumber, Pagination, Select, Table, Tabs } from "antd"
import { expect, it } from "vitest"
import "@/tests/setup/admin-world"
import { AntdProvider } from "./antd"

const englishLabels = () =>
  [...document.querySelectorAll("[aria-label]")]
    .filter((element) => element.closest("[aria-hidden=true]") === null)
    .map((element) => element.getAttribute("aria-label")!)
    .filter((label) => /^[A-Za-z][\w -]*$/.test(label))

it("antd's controls have no English label", async () => {
  render(
    <AntdProvider>
      <Select allowClear value="a" options={[{ value: "a", label: "甲" }]} />
      <Select allowClear mode="multiple" value={["a"]} options={[{ value: "a", label: "甲" }]} />
      <Input allowClear defaultValue="词" />
      <InputNumber defaultValue={3} />
      <DatePicker allowClear open />
      <Table rowKey="id" rowSelection={{}} dataSource={[{ id: 1 }]} columns={[{ dataIndex: "id", title: "编号", sorter: true }]} />
      <Tabs items={[{ key: "a", label: "甲" }]} type="editable-card" />
      <Drawer open title="抽屉" />
    </AntdProvider>,
  )
  expect(await screen.findAllByLabelText("清除")).not.toEqual([])
  await waitFor(() => expect(englishLabels()).toEqual([]))
  expect(screen.getByLabelText("增加")).toBeTruthy()
  expect(screen.getAllByLabelText("关闭")).not.toEqual([])
})

it("a button whose only name is that of its icon keeps a name", async () => {
  render(
    <AntdProvider>
      <Pagination total={100} />
    </AntdProvider>,
  )
  expect(await screen.findByRole("button", { name: "上一页" })).toBeTruthy()
  expect(screen.getByRole("button", { name: "下一页" })).toBeTruthy()
})
