export const recycleRoutes = { area: {}, handlers: {} } // placeholder: being written
