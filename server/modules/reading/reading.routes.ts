export const readingRoutes = { area: {}, handlers: {} } // placeholder: being written
