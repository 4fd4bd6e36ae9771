import { useLocation, useSearchParams } from 'react-router'

/** Addresses within /auth that keep where to go on to, and the code of an invitation. A guest who signs up on the profile stays there. */
export const useAuthPath = () => {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const isProfile = pathname.toLowerCase() === '/profile'
  return (step: 'login' | 'choose' | 'reader' | 'author') => {
    const next = isProfile ? '/profile' : search.get('next')
    const invitation = search.get('invitation')
    const staysOnProfile = isProfile && step !== 'login'
    const kept = new URLSearchParams(next === null || staysOnProfile ? {} : { next })
    if (step !== 'login') kept.set('sign-up', step === 'choose' ? '' : step)
    if (invitation !== null) kept.set('invitation', invitation)
    if (staysOnProfile) return `/profile?${kept}`
    const text = kept.toString()
    return text ? `/auth?${text}` : '/auth'
  }
}
