export const oauthRoutes = { area: {}, handlers: {} } // placeholder: being written
