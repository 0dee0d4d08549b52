export const orderRoutes = { area: {}, handlers: {} } // placeholder: being written
