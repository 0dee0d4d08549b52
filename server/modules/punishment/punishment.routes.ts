export const punishmentRoutes = { area: {}, handlers: {} } // placeholder: being written
