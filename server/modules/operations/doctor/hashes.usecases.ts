import type { Db } from "@/server/db/client"
import type { Env } from "@/server/env"
import { openStorage } from "@/server/ports/storage/choose-storage"
import { healFile } from "../backup/repair.usecases"
import { planOf, plannedTarget } from "../backup/plan.usecases"
import { readSettingGroup } from "../../site/settings/settings.usecases"
import { listDamaged } from "../../library/files/fixity.usecases"
import { fault } from "./finding.rules"
import { createReport } from "./report.rules"

type World = { dataDir: string; env: Env; print: (text: string) => void }

/** Runs `npm run doctor -- files --hash`: reads every file and compares it with its hash. @returns how many faults are left */
export const examineHashes = async ({ dataDir, env, print }: World, db: Db, fix: boolean): Promise<number> => {
  const storage = await openStorage(env, dataDir)
  const plan = planOf(env, await readSettingGroup({ db }, "backup"))
  const world = { db, storage, dataDir, openBackups: plannedTarget(plan, dataDir) }
  const report = createReport(fix, print)
  let files = 0
  for await (const damaged of listDamaged(storage, { progress: (count) => void (files = count) }))
    await report.add(
      fault(
        damaged.page ? "页面已损坏" : "文件已损坏",
        damaged.key,
        damaged.page ? "在后台的文档列表里选“重新转换”" : "从备份里把它放回同一个位置；设置了自动备份时加上 --fix 会自动恢复",
        async () => {
          const done = await healFile(world, damaged)
          if (done === null) throw new Error(damaged.page ? "没有文档用它" : "备份里没有完好的这一份")
          return done
        },
      ),
    )
  print(`读了 ${files} 个文件，和哈希核对过。`)
  return report.end()
}
