export const smsRoutes = { area: {}, handlers: {} } // placeholder: being written
