// Derived from contract/apps.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/apps.ts'

export const getApp = call<typeof endpoints.getApp>("GET", "/site/app", "open", "Failed to load the app")
export const getAppState = call<typeof endpoints.getAppState>("GET", "/admin/site/app", "admin", "Failed to load the app")
export const removeAppIcon = call<typeof endpoints.removeAppIcon>("DELETE", "/admin/site/app/icon", "admin", "Failed to remove the icon")
export const removeAppKey = call<typeof endpoints.removeAppKey>("DELETE", "/admin/site/app/key", "admin", "Failed to remove the key")
export const setAppIcon = call<typeof endpoints.setAppIcon>("PUT", "/admin/site/app/icon", "admin", "Upload failed")
export const setAppKey = call<typeof endpoints.setAppKey>("PUT", "/admin/site/app/key", "admin", "Failed to save the key")
