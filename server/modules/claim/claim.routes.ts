export const claimRoutes = { area: {}, handlers: {} } // placeholder: being written
