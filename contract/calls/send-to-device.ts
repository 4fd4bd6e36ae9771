// Derived from contract/send-to-device.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/send-to-device.ts'

export const confirmDevice = call<typeof endpoints.confirmDevice>("POST", "/device/confirm", "registered", "Failed to confirm the address")
export const enterDevice = call<typeof endpoints.enterDevice>("PUT", "/device", "registered", "Failed to save the address")
export const getDevice = call<typeof endpoints.getDevice>("GET", "/device", "registered", "Failed to load your device")
export const removeDevice = call<typeof endpoints.removeDevice>("DELETE", "/device", "registered", "Failed to remove the address")
export const sendToDevice = call<typeof endpoints.sendToDevice>("POST", "/books/:id/send-to-device", "registered", "Failed to send the book")
