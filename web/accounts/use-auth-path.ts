import { useLocation, useSearchParams } from 'react-router'

/** Addresses within /auth that keep where to go on to. A guest who signs up on the profile stays there. */
export const useAuthPath = () => {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const isProfile = pathname.toLowerCase() === '/profile'
  return (step: 'login' | 'choose' | 'reader' | 'author') => {
    const next = isProfile ? '/profile' : search.get('next')
    if (isProfile && step !== 'login') return `/profile?sign-up=${step}`
    const kept = new URLSearchParams(next === null ? {} : { next })
    if (step !== 'login') kept.set('sign-up', step === 'choose' ? '' : step)
    const text = kept.toString()
    return text ? `/auth?${text}` : '/auth'
  }
}
