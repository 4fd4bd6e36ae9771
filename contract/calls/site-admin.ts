// Derived from contract/site-admin.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/site-admin.ts'

export const getAdminSite = call<typeof endpoints.getAdminSite>("GET", "/admin/site", "admin", "Failed to load site settings")
export const listInvitations = call<typeof endpoints.listInvitations>("GET", "/admin/invitations", "admin", "Failed to load invitations")
export const makeInvitation = call<typeof endpoints.makeInvitation>("POST", "/admin/invitations", "admin", "Failed to make an invitation")
export const updateSiteSettings = call<typeof endpoints.updateSiteSettings>("PUT", "/admin/site", "admin", "Failed to save site settings")
export const updateSiteText = call<typeof endpoints.updateSiteText>("PUT", "/admin/site/texts/:page", "admin", "Failed to save the text")
export const uploadApp = call<typeof endpoints.uploadApp>("PUT", "/admin/site/app-file", "admin", "Upload failed")
export const withdrawInvitation = call<typeof endpoints.withdrawInvitation>("DELETE", "/admin/invitations/:code", "admin", "Failed to withdraw the invitation")
