import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/people.ts'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import css from './admin-page.module.css'

/** Shows its children to an administrator; a visitor goes to the login page and comes back, everyone else goes home. */
export const RequireAdmin = ({ title, children }: { title: string; children: (user: User) => ReactNode }) => {
  useGuard()
  const session = useSession()
  const navigate = useNavigate()
  const isOther = session.status === 'member' && session.user.userType !== 'admin'
  useEffect(() => {
    if (isOther) void navigate('/', { replace: true })
  }, [isOther, navigate])
  if (session.status === 'failed')
    return (
      <div className={`wrap ${css.waiting}`}>
        <h1 className="d1">{title}</h1>
        <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
      </div>
    )
  if (session.status === 'member' && !isOther) return children(session.user)
  return (
    <div className={`wrap ${css.waiting}`}>
      <Loading text={ADMIN.loading} />
    </div>
  )
}
