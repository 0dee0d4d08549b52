import { expect, it } from "vitest"
import { permissionRows } from "@/lib/contract/permissions"
import { editorRole, rightAreas, rightsOfTasks, rowOfRight } from "./right-tasks"

const tasks = rightAreas.flatMap((area) => area.tasks)
const listedRows = tasks.flatMap((task) => task.rights.map(rowOfRight))

it("every permission belongs to exactly one task", () => {
  expect(listedRows.toSorted()).toEqual(
    permissionRows()
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  )
  expect(new Set(listedRows).size).toBe(listedRows.length)
})

it("areas and tasks have Chinese titles, each once", () => {
  const titles = [...rightAreas, ...tasks].map(({ title }) => title)
  for (const title of titles) expect(title).toMatch(/[\u4e00-\u9fff]/)
  expect(new Set(titles).size).toBe(titles.length)
  for (const { needs } of tasks) if (needs) expect(tasks.some(({ name }) => name === needs)).toBe(true)
})

it("the role 编辑 reviews, and has no permission for settings, money or users", () => {
  const rights = rightsOfTasks(editorRole.tasks)
  for (const call of ["DocumentAPI/CheckDocument", "DocumentAPI/ListDocument", "ArticleAPI/CheckArticles", "CommentAPI/CheckComment"])
    expect(rights).toContain(`GRPC /api.v1.${call}`)
  expect(rights.filter((right) => !/\.(Document|Article|Comment)API\//.test(right))).toEqual([])
  expect(rights.filter((right) => /\/(Delete|Update|Set|Create)/.test(right))).toEqual([])
})
