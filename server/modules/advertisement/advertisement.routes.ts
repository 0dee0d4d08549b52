export const advertisementRoutes = { area: {}, handlers: {} } // placeholder: being written
