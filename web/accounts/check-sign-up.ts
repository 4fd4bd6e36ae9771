import { AUTH } from '#web/messages/accounts.ts'

interface SignUp {
  username: string
  email: string
  password: string
  confirm: string
  /** Undefined where none is asked for. */
  invitation?: string | undefined
}

/** What keeps a sign-up from being sent, by field; all else is the server's to say. */
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
