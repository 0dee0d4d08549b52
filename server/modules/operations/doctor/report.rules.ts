import type { Finding } from "./finding.rules"

/** Prints findings as they arrive; with `fix`, repairs what can be repaired. */
export const createReport = (fix: boolean, print: (text: string) => void) => {
  let [left, severe] = [0, 0]
  let mendable = 0
  const one = async (finding: Finding): Promise<boolean> => {
    if (finding.works) {
      print(`✓ ${finding.name} ${finding.text}${finding.note ? `\n    ${finding.note}` : ""}`)
      return true
    }
    print(`✗ ${finding.name} ${finding.text}\n    解决：${finding.fix}`)
    if (finding.mend && fix) {
      try {
        print(`    ✓ ${await finding.mend()}`)
        return true
      } catch (error) {
        print(`    没有成功：${error instanceof Error ? error.message : String(error)}`)
      }
    } else if (finding.mend) mendable += 1
    left += 1
    if (finding.severe) severe += 1
    return false
  }
  return {
    /** @returns whether no fault is left among these findings */
    add: async (...findings: readonly Finding[]): Promise<boolean> => {
      let well = true
      for (const finding of findings) well = (await one(finding)) && well
      return well
    },
    /** @returns how many of the faults that are left are more than warnings */
    severe: (): number => severe,
    /** @returns how many faults are left */
    end: (): number => {
      if (mendable) print(`\n其中 ${mendable} 项可以自动解决：在命令后面加上 --fix。`)
      return left
    },
  }
}
export type DoctorReport = ReturnType<typeof createReport>
