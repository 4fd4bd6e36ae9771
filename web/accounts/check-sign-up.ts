import { AUTH } from '#web/messages/accounts.ts'

interface SignUp {
  username: string
  email: string
  password: string
  confirm: string
  /** Undefined if registration needs none. */
  invitation?: string | undefined
}

/** What is missing or does not match, by field; the server checks the rest. */
export const checkSignUp = ({ username, email, password, confirm, invitation }: SignUp): Record<string, string> => {
  const missing = {
    ...(username.trim() ? {} : { username: AUTH.noName }),
    ...(email.trim() ? {} : { email: AUTH.noEmail }),
    ...(password ? {} : { password: AUTH.noNewPassword }),
    ...(confirm ? {} : { confirm: AUTH.noConfirm }),
    ...(invitation?.trim() === '' ? { invitation: AUTH.noInvitation } : {}),
  }
  if (Object.keys(missing).length > 0) return missing
  return password === confirm ? {} : { confirm: AUTH.mismatch }
}
