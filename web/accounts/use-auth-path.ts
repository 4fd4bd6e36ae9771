import { useSearchParams } from 'react-router'
import { useIsProfile, useNextPath } from './use-next-path.ts'

/** Links between the steps of /auth that preserve `next` and the invitation code. A guest signing up on /profile stays on it. */
export const useAuthPath = () => {
  const [search] = useSearchParams()
  const isProfile = useIsProfile()
  const next = useNextPath()
  return (step: 'login' | 'password' | 'choose' | 'reader' | 'author') => {
    const invitation = search.get('invitation')
    const isLogin = step === 'login' || step === 'password'
    const staysOnProfile = isProfile && !isLogin
    const params = new URLSearchParams(next === undefined || staysOnProfile ? {} : { next })
    if (step === 'password') params.set('password', '')
    if (!isLogin) params.set('sign-up', step === 'choose' ? '' : step)
    if (invitation !== null) params.set('invitation', invitation)
    if (staysOnProfile) return `/profile?${params}`
    const text = params.toString()
    return text ? `/auth?${text}` : '/auth'
  }
}
