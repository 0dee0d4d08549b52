export const groupRoutes = { area: {}, handlers: {} } // placeholder: being written
