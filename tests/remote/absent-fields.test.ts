import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { pro } from "../../server/remote/pro/pro"

/* A field that a server lacks must not be offered by a form, accepted with success, and dropped. */

/** Forms made from a list of fields (`components/admin/crud`) omit what their call lacks on their own. */
const crudCalls = [
  "POST /group",
  "PUT /group",
  "POST /category",
  "PUT /category",
  "PUT /language",
  "PUT /report",
  "POST /advertisement",
  "PUT /advertisement",
  "POST /spiderurl",
  "PUT /spiderurl",
]
/** The other forms, each with the text by which its field names its call. */
const asking: Record<string, [file: string, text: string]> = {
  "PUT /user/profile username": ["components/people/account/me/profile-form.tsx", `call="PUT /user/profile" field="username"`],
  "POST /report copyright": [
    "components/community/report/report-form.tsx",
    `call="POST /report" field={value === ReportReason.copyright ? "copyright"`,
  ],
  "POST /report type": ["components/community/report/report-later.tsx", `call="POST /report" field="type"`],
  "POST /report picture": ["components/community/report/report-form.tsx", `call="POST /report" field="picture"`],
  "PUT /document own_cover": ["components/library/document/admin/document-actions.ts", "PUT /document own_cover"],
  "PUT /document is_vip": ["components/library/document/me/document-editor.tsx", `call="PUT /document" field="is_vip"`],
  "PUT /document encoding": ["components/library/document/me/document-editor.tsx", `call="PUT /document" field="encoding"`],
  "PUT /document/recommend recommend_at": ["components/library/document/admin/document-actions.ts", "PUT /document/recommend recommend_at"],
  "PUT /document/reconvert id": ["components/library/document/admin/document-actions.ts", "PUT /document/reconvert id"],
  "PUT /document/reconvert all": ["components/library/document/admin/list-tools.tsx", "PUT /document/reconvert all"],
  "PUT /document/reconvert incomplete": ["components/library/document/admin/list-tools.tsx", "PUT /document/reconvert incomplete"],
  "PUT /document/check reason": ["components/library/document/admin/review-panel.tsx", `call="PUT /document/check" field="reason"`],
  "POST /article notice": ["components/articles/article/post/staff-fields.tsx", `call={call} name="notice"`],
  "POST /article source": ["components/articles/article/post/post-form.tsx", `call={formCall} name="source"`],
  "POST /article source_url": ["components/articles/article/post/post-form.tsx", `name="source_url"`],
  "PUT /article notice": ["components/articles/article/post/staff-fields.tsx", `call={call} name="notice"`],
  "PUT /article source": ["components/articles/article/post/post-form.tsx", `call={formCall} name="source"`],
  "PUT /article source_url": ["components/articles/article/post/post-form.tsx", `name="source_url"`],
  "POST /comment page": ["components/community/comment/comment-form.tsx", `call="POST /comment" field="page"`],
}
/** Fields that nobody fills in, or that are part of a feature which is absent as a whole. */
const never = [
  ...["POST /user/login otp", "POST /user/login passkey", "POST /user/login/mobile otp", "POST /user/login/mobile passkey"],
  ...["POST /oauth/login state", "POST /oauth/login secret", "POST /favorite folder_id"],
]

test.each([community, pro])("every field that a $name server lacks is missing from its form", (dialect) => {
  const fields = absentOf(dialect).filter((one) => one.split(" ").length === 3 && !one.startsWith("GET "))
  const open = fields.filter((one) => !never.includes(one) && !crudCalls.includes(one.split(" ", 2).join(" ")) && !(one in asking))
  expect(open).toEqual([])
  for (const one of fields) {
    const [file, text] = asking[one] ?? []
    if (file) expect(readFileSync(file, "utf8"), `${one} in ${file}`).toContain(text)
  }
})
