export const favoriteRoutes = { area: {}, handlers: {} } // placeholder: being written
