import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { logout } from '#contract/calls/accounts.ts'
import { logOutOfProvider } from '#contract/calls/single-sign-on.ts'
import { api } from '#web/api/api-client.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { clearSession } from './sign-in.ts'

/** A network that hangs must not keep anybody logged in. */
const WAIT_MS = 5000

type LogoutCheck = () => Promise<boolean>
let mayLogOut: LogoutCheck = async () => true

/** Sets who asks whether to log out while something is unsent. The account menu does. */
export const setLogoutCheck = (check: LogoutCheck) => {
  mayLogOut = check
}

/** Waits for something that needs the network, but not for long: undefined if it takes longer. */
export const waitBriefly = <Result>(work: Promise<Result> | Result): Promise<Result | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => window.setTimeout(resolve, WAIT_MS))])

/**
 * Goes to the home page and ends the session, and leads to the provider that the person came from to end the one there,
 * if that is set. The token is removed here even if the call fails or is never answered.
 */
export const useLogout = () => {
  const navigate = useNavigate()
  const hasProviders = useSiteSettings().signIn !== undefined
  return useCallback(async () => {
    if (!(await mayLogOut())) return
    // Navigate first: a guarded page would redirect to the login page when the session ends.
    await waitBriefly(navigate('/'))
    if (!hasProviders) {
      // The call takes the token with it.
      void api(logout).catch(() => undefined)
      return clearSession()
    }
    // Nobody else logs in with the provider before the session there has ended.
    const ended = await waitBriefly(api(logOutOfProvider).catch(() => undefined))
    clearSession()
    if (ended?.url) window.location.assign(ended.url)
  }, [navigate, hasProviders])
}
