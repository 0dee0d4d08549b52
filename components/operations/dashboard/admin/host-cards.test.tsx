import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { DeviceCard } from "./device-card"
import { EnvironmentCard } from "./environment-card"
import { ReleaseCard } from "./release-card"
import { deviceMs } from "./use-device"

const gigabyte = 1024 ** 3
const part = (percent: number) => ({ total: 10 * gigabyte, used: gigabyte, free: gigabyte, percent })
const device = (busy: number) => ({
  cpu: { cores: 4, model_name: "Some CPU", mhz: 2400, percent: busy },
  memory: { ...part(50), available: gigabyte },
  disk: [{ disk_name: "数据目录", ...part(95.4) }],
})
const release = { tag_name: "1.2.0", current: "1.2.0", body: "- 后台更快\n- 别的", release_at: "2026-11-20" }

describe("staff without permission", () => {
  it("see no card, and no request is made", () => {
    const { container } = render(
      <>
        <DeviceCard />
        <ReleaseCard />
        <EnvironmentCard />
      </>,
    )
    expect([container.childElementCount, world.api.mock.calls]).toEqual([0, []])
  })
})

describe("the host", () => {
  beforeEach(() => world.grant("ConfigAPI/GetDeviceInfo"))
  afterEach(() => vi.useRealTimers())

  it("has a gauge for CPU, memory and disk; a nearly full one is highlighted", async () => {
    world.reply({ "GET /device": device(12.3) })
    render(<DeviceCard />)
    const gauges = await screen.findAllByRole("meter")
    expect(gauges.map((one) => [one.getAttribute("aria-label"), one.getAttribute("aria-valuenow")])).toEqual([
      ["CPU", "12"],
      ["内存", "50"],
      ["磁盘 数据目录", "95"],
    ])
    expect(gauges.map((one) => one.closest("[data-high]") !== null)).toEqual([false, false, true])
    expect(screen.getByText("4 核 · 2400 MHz · Some CPU")).toBeTruthy()
  })

  it("is polled, but not while the page is hidden", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    world.reply({ "GET /device": device(1) })
    render(<DeviceCard />)
    await screen.findAllByRole("meter")
    const requestCount = () => world.calls("GET /device").length
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
    const before = requestCount()
    await act(() => vi.advanceTimersByTimeAsync(3 * deviceMs))
    expect(requestCount()).toBe(before)
    seen.mockReturnValue("visible")
    await act(() => vi.advanceTimersByTimeAsync(deviceMs + 100))
    expect(requestCount()).toBeGreaterThan(before)
    seen.mockRestore()
  })
})

describe("the version", () => {
  beforeEach(() => world.grant("ConfigAPI/GetLatestRelease", "ConfigAPI/GetLicense"))

  it("is shown with its release notes and the licence", async () => {
    world.reply({
      "GET /release": release,
      "GET /license": { type: 1, name: "Apache-2.0", expired_at: "9999-12-31T00:00:00Z" },
    })
    render(<ReleaseCard />)
    expect(await screen.findByText("1.2.0")).toBeTruthy()
    expect(screen.getAllByRole("listitem", { hidden: true }).map((one) => one.textContent)).toEqual(["后台更快", "别的"])
    expect(await screen.findByText("永久授权")).toBeTruthy()
    expect(screen.getAllByText("不限")).toHaveLength(3)
    expect(screen.queryByText(/新版本/)).toBeNull()
  })

  it("a newer version is announced unless ignored; a back end without licences shows none", async () => {
    world.set({ capabilities: { absent: ["GET /license"] } })
    world.reply({ "GET /release": { ...release, tag_name: "1.3.0" } })
    render(<ReleaseCard />)
    expect(await screen.findByText("新版本 1.3.0")).toBeTruthy()
    expect(world.calls("GET /license")).toEqual([])
  })
})

describe("external programs", () => {
  beforeEach(() => world.grant("ConfigAPI/GetEnvs", "ConfigAPI/SetSQLMode"))
  const program = { name: "bubblewrap", description: "沙箱", is_installed: false, error: "没有沙箱", install: "apt-get install bubblewrap" }

  it("that are missing show the risk and the install command", async () => {
    world.reply({ "GET /envs": { envs: [{ name: "Node.js", version: "v20", is_installed: true, is_required: true }, program] } })
    render(<EnvironmentCard />)
    expect(await screen.findByText("apt-get install bubblewrap")).toBeTruthy()
    for (const text of ["没有沙箱", "未安装", "已安装", "必须"]) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByRole("note")).toBeNull()
  })

  it("a problematic mode of a MySQL back end can be changed after a confirmation", async () => {
    world.reply({ "GET /envs": { envs: [{ name: "GroupBy", error: "模式不合适" }] }, "PUT /sqlmode": {} })
    render(<EnvironmentCard />)
    expect((await screen.findByRole("note")).textContent).toContain("模式不合适")
    fireEvent.click(screen.getByRole("button", { name: "临时设置" }))
    await waitFor(() => expect(world.calls("PUT /sqlmode")).toHaveLength(1))
    await waitFor(() => expect(world.calls("GET /envs")).toHaveLength(2))
  })
})
