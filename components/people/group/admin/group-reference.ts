import { reference } from "@/components/admin/crud/reference"

/** All groups as choices; empty for users who may not list groups. */
export const userGroups = reference("GET /group/list", { page: 1, size: 1_000 }, ({ group }) =>
  group.map(({ id, title }) => ({ value: id, label: title })),
)
