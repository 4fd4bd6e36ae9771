import { useLocation, useSearchParams } from 'react-router'

/** Links between the steps of /auth that preserve `next` and the invitation code. A guest signing up on /profile stays on it. */
export const useAuthPath = () => {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const isProfile = pathname.toLowerCase() === '/profile'
  return (step: 'login' | 'choose' | 'reader' | 'author') => {
    const next = isProfile ? '/profile' : search.get('next')
    const invitation = search.get('invitation')
    const staysOnProfile = isProfile && step !== 'login'
    const params = new URLSearchParams(next === null || staysOnProfile ? {} : { next })
    if (step !== 'login') params.set('sign-up', step === 'choose' ? '' : step)
    if (invitation !== null) params.set('invitation', invitation)
    if (staysOnProfile) return `/profile?${params}`
    const text = params.toString()
    return text ? `/auth?${text}` : '/auth'
  }
}
