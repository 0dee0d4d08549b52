import { act, render, screen } from "@testing-library/react"
import { afterEach, expect, it, vi } from "vitest"
import "@/tests/setup/admin-world"
import type { PanelProps } from "@/components/admin/crud/options"
import { liveMs } from "@/components/admin/crud/use-crud"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewPanel } from "./review-panel"

type Props = PanelProps<"/document">
afterEach(() => void vi.useRealTimers())

const row = {
  ...{
    id: 4,
    uuid: "abc",
    title: "讲义",
    ext: ".pdf",
    status: DocumentStatus.reviewing,
    pages: 2,
    converted_pages: 0,
    size: 1,
    category: [],
  },
  ...{ convert_error: "", reject_reason: "", preview_ext: ".svg", language: "", keywords: "", description: "", user_id: 2, username: "林" },
} as unknown as Props["rows"][number]

it("pages of a pending document appear while the panel is open; a failed conversion shows the reason", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const refresh = vi.fn().mockResolvedValue(null)
  const panel = (now: Partial<typeof row>) => (
    <ReviewPanel
      rows={[row]}
      crud={{ rows: [{ ...row, ...now }], refresh, reload: vi.fn() } as unknown as Props["crud"]}
      onClose={vi.fn()}
    />
  )
  const wait = () => act(() => vi.advanceTimersByTimeAsync(liveMs))
  const { rerender } = render(panel({}))
  expect(screen.getByText(/还没有转换出页面/)).toBeTruthy()
  await wait()
  expect(refresh.mock.calls).toEqual([[4]])
  rerender(panel({ converted_pages: 2 }))
  expect(screen.getAllByRole("img", { name: /^第 \d 页$/ })).toHaveLength(2)
  await wait()
  expect(refresh).toHaveBeenCalledTimes(1)
  rerender(panel({ convert_error: "文件已损坏" }))
  expect(screen.getByText(/没有转换成功：文件已损坏/)).toBeTruthy()
})
