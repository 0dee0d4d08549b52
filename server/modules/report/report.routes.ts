export const reportRoutes = { area: {}, handlers: {} } // placeholder: being written
