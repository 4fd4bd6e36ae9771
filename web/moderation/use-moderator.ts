import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/people.ts'
import { useGuard } from '#web/session/guard.tsx'
import { isModerator } from '#web/session/is-moderator.ts'
import { useSession } from '#web/session/use-session.ts'

/** The moderator or administrator who is logged in, once that is known. Others are sent away. */
export const useModerator = (): User | undefined => {
  useGuard()
  const { user } = useSession()
  const navigate = useNavigate()
  const isElsewhere = user !== undefined && !isModerator(user)
  useEffect(() => {
    if (isElsewhere) void navigate('/', { replace: true })
  }, [isElsewhere, navigate])
  return isElsewhere ? undefined : user
}
