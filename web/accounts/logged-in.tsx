import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/shapes/people.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

interface LoggedInProps {
  title: string
  loading: string
  /** The class of what is shown until the account is known. */
  waiting: string | undefined
  children: (user: User) => ReactNode
}

/** Shows its children once it is known who is logged in. Visitors are sent to the login page and return here. */
export const LoggedIn = ({ title, loading, waiting, children }: LoggedInProps) => {
  useGuard()
  const session = useSession()
  if (session.status === 'member') return children(session.user)
  return (
    <div className={`wrap ${waiting}`}>
      <h1 className="d2">{title}</h1>
      {session.status === 'failed' ? (
        <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
      ) : (
        <Loading text={loading} />
      )}
    </div>
  )
}

/** Leads those away who may not see a page. */
export const Elsewhere = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
