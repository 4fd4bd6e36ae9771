import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pathShown } from '#web/language/local-path.ts'
import { loginPath } from './next-path.ts'
import { isEndingSession } from './sign-in.ts'
import { useHasToken, useSession } from './use-session.ts'

/** Redirects a visitor to the login page, which returns here; not if `needed` is false. True once a token is stored. */
export const useGuard = (needed = true): boolean => {
  const { status } = useSession()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    // A page that is being left may render once more after the session has ended.
    const isLeft = pathShown() !== pathname
    if (needed && status === 'visitor' && !isEndingSession() && !isLeft)
      void navigate(loginPath(pathname + search + hash), { replace: true })
  }, [needed, status, pathname, search, hash, navigate])
  return useHasToken()
}
