export const accountRoutes = { area: {}, handlers: {} } // placeholder: being written
