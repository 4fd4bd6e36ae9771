import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/session/use-session.ts'

/** Sends members who are logged in to the page that they wanted, or else to their first page; not while `isBusy`. */
export const useRedirectMembers = (next: string | undefined, isBusy = false) => {
  const { user } = useSession()
  const navigate = useNavigate()
  const isSent = user && !user.guest && !isBusy
  const to = next ?? (user?.userType === 'admin' ? '/admin' : '/')
  useEffect(() => {
    if (isSent) void navigate(to, { replace: true })
  }, [isSent, to, navigate])
}
