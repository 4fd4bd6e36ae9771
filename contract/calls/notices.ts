// Derived from contract/notices.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/notices.ts'

export const countNotices = call<typeof endpoints.countNotices>("GET", "/notices/unread", "member")
export const listNoticeSettings = call<typeof endpoints.listNoticeSettings>("GET", "/notices/settings", "member", "Failed to load this. Please try again.")
export const listNotices = call<typeof endpoints.listNotices>("GET", "/notices", "member", "Failed to load your notices. Please try again.")
export const markNoticesRead = call<typeof endpoints.markNoticesRead>("PUT", "/notices/read", "member", "This could not be saved. Please try again.")
export const setNoticeWay = call<typeof endpoints.setNoticeWay>("PUT", "/notices/settings/:kind", "member", "This could not be saved. Please try again.")
export const stopNoticeMails = call<typeof endpoints.stopNoticeMails>("POST", "/auth/stop-notices", "open", "The mails could not be stopped. Please try again.")
