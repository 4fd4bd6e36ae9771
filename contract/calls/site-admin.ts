import { call } from '#contract/endpoint.ts'

/** The maximum of listed invitations, the newest first. */
export const LISTED_INVITATIONS = 1000
/** The maximum that one call makes. */
export const INVITATIONS_AT_ONCE = 100

export const getAdminSite = call('GET', '/admin/site', 'admin', 'Failed to load site settings')
export const updateSiteSettings = call('PUT', '/admin/site', 'admin', 'Failed to save site settings')
export const uploadApp = call('PUT', '/admin/site/app-file', 'admin', 'Upload failed')
export const updateSiteText = call('PUT', '/admin/site/texts/:page', 'admin', 'Failed to save the text')
export const listInvitations = call('GET', '/admin/invitations', 'admin', 'Failed to load invitations')
export const makeInvitation = call('POST', '/admin/invitations', 'admin', 'Failed to make an invitation')
export const withdrawInvitation = call(
  'DELETE',
  '/admin/invitations/:code',
  'admin',
  'Failed to withdraw the invitation',
)
