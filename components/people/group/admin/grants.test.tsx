import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { permissionRows } from "@/lib/contract/permissions"
import { AddEditorRole } from "./add-editor-role"
import { GrantPanel } from "./grant-panel"
import { grantTree } from "./grant-tree"
import { Group, Permission } from "@/lib/contract/people/group"

const permissions = permissionRows().map((row, at) => Permission.parse({ ...row, id: at + 1 }))
const idOf = (path: string) => permissions.find((row) => row.path === `/api.v1.${path}`)!.id

describe("the permissions of a group", () => {
  it("stand below tasks in Chinese, each once; unknown ones of an existing server come last", () => {
    const tree = grantTree([
      ...permissions,
      Permission.parse({ id: 9_001, method: "GRPC", path: "/api.v1.DocumentAPI/Other", title: "别的" }),
      Permission.parse({ id: 9_002, method: "GRPC", path: "/api.v1.UnknownAPI/Other", title: "未知" }),
    ])
    const branches = tree.flatMap((area) => area.branches)
    expect(branches.flatMap(({ calls }) => calls)).toHaveLength(permissions.length + 2)
    expect(new Set(branches.map(({ label }) => label)).size).toBe(branches.length)
    expect(branches.every(({ label }) => /[\u4e00-\u9fff]/.test(label) && !label.includes("API"))).toBe(true)
    expect(tree.at(-1)!.branches.map(({ label }) => label)).toEqual(["文档管理的其他权限", "其他权限"])
  })

  it("a task is one checkbox that includes the lists it needs; single permissions are folded", async () => {
    world.reply({
      "GET /permission/list": { total: permissions.length, permission: permissions },
      "GET /group/permission": { permission_id: [] },
      "PUT /group/permission": {},
    })
    render(<GrantPanel rows={[Group.parse({ id: 7, title: "编辑" })]} onClose={() => undefined} />)
    const task = await screen.findByRole("group", { name: "审核文档" })
    expect(within(task).getAllByRole("checkbox")).toHaveLength(1)
    fireEvent.click(within(task).getByRole("checkbox"))
    expect(within(screen.getByRole("group", { name: "查看文档" })).getByRole<HTMLInputElement>("checkbox").checked).toBe(true)
    fireEvent.click(within(task).getByRole("button", { name: "审核文档的权限" }))
    expect(within(task).getAllByRole("checkbox")).toHaveLength(3)
    fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }))
    await waitFor(() => expect(world.inputsOf("PUT /group/permission")).toHaveLength(1))
    const needed = ["DocumentAPI/ListDocument", "DocumentAPI/GetDocument", "DocumentAPI/CheckDocument"]
    expect(new Set([world.inputsOf("PUT /group/permission")[0]!.permission_id].flat())).toEqual(
      new Set([...needed, "DocumentAPI/DownloadDocumentToBeReviewed"].map(idOf)),
    )
  })
})

describe("the role 编辑", () => {
  const onAdded = vi.fn()
  const button = () => screen.findByRole("button", { name: "添加“编辑”角色" })
  beforeEach(() => {
    onAdded.mockReset()
    world.grant("GroupAPI/ListGroup", "GroupAPI/CreateGroup", "GroupAPI/UpdateGroupPermission", "PermissionAPI/ListPermission")
    world.reply({
      "GET /group/list": { total: 1, group: [{ id: 1, title: "超级管理员" }] },
      "GET /permission/list": { total: permissions.length, permission: permissions },
      "POST /group": { id: 8, title: "编辑" },
      "PUT /group/permission": {},
    })
  })

  it("is added with its permissions on a site that lacks it", async () => {
    render(<AddEditorRole onAdded={onAdded} />)
    fireEvent.click(await button())
    await waitFor(() => expect(onAdded).toHaveBeenCalled())
    expect(world.messages).toEqual(["角色“编辑”已经添加"])
    const [grant] = world.inputsOf("PUT /group/permission")
    expect(grant!.group_id).toBe(8)
    expect(grant!.permission_id).toContain(idOf("CommentAPI/CheckComment"))
    expect(grant!.permission_id).not.toContain(idOf("ConfigAPI/ListConfig"))
    expect(screen.queryByRole("button")).toBeNull()
  })

  it("a refused grant is stated", async () => {
    world.reply({ "PUT /group/permission": refusal(403, "你不能授予自己没有的权限") })
    render(<AddEditorRole onAdded={onAdded} />)
    fireEvent.click(await button())
    await waitFor(() => expect(world.messages).toEqual(["! 角色已经添加，但没有授权：你不能授予自己没有的权限"]))
  })

  it("is not offered where it exists, or to staff who may not grant", async () => {
    world.reply({ "GET /group/list": { total: 1, group: [{ id: 3, title: "编辑" }] } })
    const { container } = render(<AddEditorRole onAdded={onAdded} />)
    await waitFor(() => expect(world.api).toHaveBeenCalled())
    expect(container.textContent).toBe("")
  })
})
