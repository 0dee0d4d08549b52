import { expect, test } from "vitest"
import { sideRemark } from "./ledger.rules"

test.each([
  ["purchase", "购买文档《试卷》", -20, "购买文档《试卷》"],
  ["purchase", "购买文档《试卷》", 20, "售出《试卷》"],
  ["purchase", "购买文档《购买文档》", 20, "售出《购买文档》"],
  ["refund", "退款：试卷", 20, "退款：试卷"],
  ["refund", "退款：试卷", -20, "退款扣回：试卷"],
  ["refund", "退款没有成功：试卷", -20, "退款没有成功，重新扣除：试卷"],
  ["refund", "退款没有成功：试卷", 20, "退款没有成功，还给你：试卷"],
  ["upload", "上传文档《试卷》", 2, "上传文档《试卷》"],
  ["delete", "删除文档《试卷》", -2, "删除文档《试卷》"],
])("a %s with the remark %s and the amount %i reads %s", (kind, remark, amount, sentence) =>
  expect(sideRemark({ kind, remark, amount })).toBe(sentence),
)
