import { PASSWORD_MIN } from '#contract/values/accounts.ts'
import { NEW_PASSWORD } from '#web/messages/profile.ts'

/** What is missing or too short, by field; the server checks the rest. */
export const checkPasswords = (current: string, next: string): Record<string, string> => {
  if (!current) return { currentPassword: NEW_PASSWORD.both }
  if (!next) return { newPassword: NEW_PASSWORD.both }
  return [...next].length < PASSWORD_MIN ? { newPassword: NEW_PASSWORD.short } : {}
}
