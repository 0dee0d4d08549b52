"use client"

/** The place of the third-party accounts. */
export const OauthSlot = () => null
