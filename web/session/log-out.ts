import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { logout } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { clearSession } from './sign-in.ts'

type LogoutCheck = () => Promise<boolean>
let mayLogOut: LogoutCheck = async () => true

/** Sets who asks whether to log out while something is unsent. The account menu does. */
export const setLogoutCheck = (check: LogoutCheck) => {
  mayLogOut = check
}

/** Goes to the home page and ends the session. The token is removed here even if the call fails. */
export const useLogout = () => {
  const navigate = useNavigate()
  return useCallback(async () => {
    if (!(await mayLogOut())) return
    // Navigate first: a guarded page would redirect to the login page when the session ends.
    await navigate('/')
    await api(logout).catch(() => undefined)
    clearSession()
  }, [navigate])
}
