export const languageRoutes = { area: {}, handlers: {} } // placeholder: being written
