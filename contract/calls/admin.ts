// Derived from contract/admin.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/admin.ts'

export const changeManyBooks = call<typeof endpoints.changeManyBooks>("POST", "/admin/books/bulk", "admin", "Failed to change the books")
export const deleteAdminBook = call<typeof endpoints.deleteAdminBook>("DELETE", "/admin/books/:id", "admin", "Failed to delete book")
export const deleteUser = call<typeof endpoints.deleteUser>("DELETE", "/admin/users/:id", "admin", "Failed to delete user")
export const editAdminBook = call<typeof endpoints.editAdminBook>("PUT", "/admin/books/:id", "admin", "Failed to update book")
export const getAdminBook = call<typeof endpoints.getAdminBook>("GET", "/admin/books/:id", "admin", "Failed to load book details. Please try again later.")
export const getDashboardStats = call<typeof endpoints.getDashboardStats>("GET", "/admin/dashboard-stats", "admin", "Failed to fetch dashboard stats")
export const listAdminBooks = call<typeof endpoints.listAdminBooks>("GET", "/admin/books", "admin", "Failed to fetch books")
export const listAuditLog = call<typeof endpoints.listAuditLog>("GET", "/admin/log", "admin", "Failed to load the log")
export const listUsers = call<typeof endpoints.listUsers>("GET", "/admin/users", "admin", "Failed to fetch users")
export const toggleFeatured = call<typeof endpoints.toggleFeatured>("PUT", "/admin/books/:id/toggle-featured", "admin", "Failed to update featured status")
export const togglePremium = call<typeof endpoints.togglePremium>("PUT", "/admin/books/:id/toggle-premium", "admin", "Failed to update book premium status")
export const updateUser = call<typeof endpoints.updateUser>("PUT", "/admin/users/:id", "admin", "Failed to update user")
