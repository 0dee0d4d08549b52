"use client"

import { useMay } from "@/components/providers/use-may"
import { Skeleton } from "@/components/ui/skeleton"
import { fileSize } from "@/lib/rules/format"
import { useDevice } from "./use-device"

/** From this percentage on a gauge warns that the remainder may not suffice. */
const highPercent = 90

/** 服务器状态: the load of the machine, and its free memory and disk space. */
export const DeviceCard = () => {
  const isAllowed = useMay()("ConfigAPI/GetDeviceInfo")
  const device = useDevice(isAllowed)
  if (!isAllowed) return null
  return (
    <section className="card" aria-label="服务器状态">
      <h2>服务器状态</h2>
      {device ? (
        <dl className="adm-gauges">
          <Gauge
            label="CPU"
            percent={device.cpu.percent}
            text={[`${device.cpu.cores} 核`, device.cpu.mhz > 0 ? `${Math.round(device.cpu.mhz)} MHz` : "", device.cpu.model_name]}
          />
          <Gauge
            label="内存"
            percent={device.memory.percent}
            text={[`已用 ${fileSize(device.memory.used)}`, `共 ${fileSize(device.memory.total)}`]}
          />
          {device.disk.map(({ disk_name, percent, free, total }) => (
            <Gauge
              key={disk_name}
              label={`磁盘 ${disk_name}`}
              percent={percent}
              text={[`剩余 ${fileSize(free)}`, `共 ${fileSize(total)}`]}
            />
          ))}
        </dl>
      ) : (
        <Skeleton height={140} />
      )}
    </section>
  )
}

const Gauge = ({ label, percent, text }: { label: string; percent: number; text: string[] }) => {
  const whole = Math.round(percent)
  return (
    <div data-high={whole >= highPercent || undefined}>
      <dt>{label}</dt>
      <dd>
        <b className="num">{whole}%</b>
        <span className="adm-gauge" role="meter" aria-label={label} aria-valuenow={whole} aria-valuemin={0} aria-valuemax={100}>
          <i style={{ inlineSize: `${whole}%` }} />
        </span>
        <span className="muted num">{text.filter(Boolean).join(" · ")}</span>
      </dd>
    </div>
  )
}
