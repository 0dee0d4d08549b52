import { useCallback, useEffect, useState } from "react"

/**
 * Returns the remaining seconds and a function that restarts the countdown. It uses the clock, so a suspended tab does not count too long.
 */
export const useCountdown = (): [left: number, start: (seconds: number) => void] => {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!end) return
    const tick = () => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [end])
  return [left, useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), [])]
}

/** 45 秒, 4 分 05 秒, 3 小时 20 分 */
export const waitText = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours) return `${hours} 小时 ${minutes} 分`
  return minutes ? `${minutes} 分 ${String(rest).padStart(2, "0")} 秒` : `${rest} 秒`
}
