import { fireEvent, render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { BoxPassword } from "@/components/ui/box-form"
import { spaceHint } from "../space-hint"
import { textOnly } from "./text-only"

it("a pasted or dropped picture is refused with a word; text that comes with a picture is taken", () => {
  const said: string[] = []
  render(<textarea aria-label="理由" {...textOnly((message) => said.push(message))} />)
  const field = screen.getByLabelText("理由")
  const picture = new File(["x"], "图.png", { type: "image/png" })
  const data = (text: string, files: File[]) => ({ files, getData: () => text })
  expect(fireEvent.paste(field, { clipboardData: data("", [picture]) })).toBe(false)
  expect(fireEvent.drop(field, { dataTransfer: data("", [picture]) })).toBe(false)
  expect(said).toEqual(["这里只能写文字，图片和文件没有加进来", "这里只能写文字，图片和文件没有加进来"])
  expect(fireEvent.paste(field, { clipboardData: data("一段话", [picture]) })).toBe(true)
  expect(fireEvent.paste(field, { clipboardData: data("一段话", []) })).toBe(true)
  expect(said).toHaveLength(2)
})

it.each<[unknown, string]>([
  ["correct horse 7", ""],
  [" correct", "密码开头有空格，确认是不是多输了"],
  ["correct\u3000", "密码末尾有空格，确认是不是多输了"],
  [undefined, ""],
])("the hint about %j is %j", (text, hint) => expect(spaceHint(text)).toBe(hint))

it("the password of a small dialog hints at a space at its edge", () => {
  render(<BoxPassword value="secret " wrong="" onChange={() => undefined} />)
  expect(screen.getByRole("status").textContent).toBe("密码末尾有空格，确认是不是多输了")
})
