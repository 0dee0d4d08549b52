export const commentRoutes = { area: {}, handlers: {} } // placeholder: being written
