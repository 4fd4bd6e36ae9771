import { useSearchParams } from 'react-router'

/** Addresses within /auth that keep where to go on to. */
export const useAuthPath = () => {
  const [search] = useSearchParams()
  return (step: 'login' | 'choose' | 'reader' | 'author') => {
    const next = search.get('next')
    const kept = new URLSearchParams(next === null ? {} : { next })
    if (step !== 'login') kept.set('sign-up', step === 'choose' ? '' : step)
    const text = kept.toString()
    return text ? `/auth?${text}` : '/auth'
  }
}
