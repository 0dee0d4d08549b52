/** The callers in whose names `npm run attack -- openapi` sends requests, with their Chinese names. */
export const roles = { visitor: "访客", user: "用户", staff: "工作人员", administrator: "管理员" }

/** @typedef {keyof typeof roles} Role */
