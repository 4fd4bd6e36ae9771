import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from './next-path.ts'
import { isLeaving } from './sign-in.ts'
import { useHasToken, useSession } from './use-session.ts'

/** Sends a visitor to the login page, which comes back here, unless it isn't `needed`. True once a member may be shown the page. */
export const useGuard = (needed = true): boolean => {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    // A page that is being left may render once more after the session has ended.
    const isLeft = window.location.pathname !== pathname
    if (needed && status === 'visitor' && !isLeaving() && !isLeft)
      void navigate(loginPath(pathname + search), { replace: true })
  }, [needed, status, pathname, search, navigate])
  return useHasToken()
}

/** Shows its children to members; `frame` is what the server and the first paint show. */
export const RequireMember = ({ children, frame = null }: { children: ReactNode; frame?: ReactNode }) =>
  useGuard() ? children : frame
