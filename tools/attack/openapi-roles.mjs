/** The callers that `npm run attack -- openapi` uses for its requests, with their Chinese names. */
export const roles = { visitor: "访客", user: "用户", staff: "工作人员", administrator: "管理员" }

/** @typedef {keyof typeof roles} Role */
