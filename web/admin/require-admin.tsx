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

/** Shows its children to administrators. Visitors are sent to the login page and return here; others are sent home. */
export const RequireAdmin = ({ title, children }: { title: string; children: (user: User) => ReactNode }) => {
  useGuard()
  const session = useSession()
  const navigate = useNavigate()
  const isNoAdmin = session.status === 'member' && session.user.userType !== 'admin'
  useEffect(() => {
    if (isNoAdmin) void navigate('/', { replace: true })
  }, [isNoAdmin, navigate])
  if (session.status === 'failed')
    return (
      <div className={`wrap ${css.waiting}`}>
        <h1 className="d1">{title}</h1>
        <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
      </div>
    )
  if (session.status === 'member' && !isNoAdmin) return children(session.user)
  return (
    <div className={`wrap ${css.waiting}`}>
      <Loading text={ADMIN.loading} />
    </div>
  )
}
