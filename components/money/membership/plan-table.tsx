import { count } from "@/lib/rules/format"
import { discountText } from "@/lib/view/money/benefits"
import type { SoldPlan } from "@/lib/view/money/plans"

type Row = { name: string; plain: string; of: (plan: SoldPlan) => string }

const rows: Row[] = [
  { name: "有效期", plain: "–", of: ({ days }) => `${days} 天` },
  { name: "VIP 文档免费下载", plain: "–", of: ({ benefits }) => `${count(benefits.download)} 次` },
  { name: "每天最多", plain: "–", of: ({ benefits }) => (benefits.times > 0 ? `${count(benefits.times)} 次` : "不限") },
  { name: "购买普通文档", plain: "原价", of: ({ benefits }) => discountText(benefits.discount) },
  { name: "身份标识", plain: "无", of: () => "有" },
  { name: "广告", plain: "有", of: () => "无" },
]

/** Compares the plans with each other and with reading without a plan. */
export const PlanTable = ({ plans }: { plans: SoldPlan[] }) => (
  <section aria-labelledby="vip-compare">
    <h2 className="vip-t2" id="vip-compare">
      权益对比
    </h2>
    <div className="plan-table card">
      <table>
        <thead>
          <tr>
            <th scope="col">权益</th>
            <th scope="col">普通用户</th>
            {plans.map(({ type, name }) => (
              <th key={type} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, plain, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{plain}</td>
              {plans.map((plan) => (
                <td key={plan.type}>{of(plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
