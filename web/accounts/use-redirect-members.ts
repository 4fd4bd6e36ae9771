import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { goInLanguage } from '#web/language/go-in-language.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { useSession } from '#web/session/use-session.ts'

/** Sends members who are logged in to the page that they wanted, or else to their first page, in the language of their account; not while `isBusy`. */
export const useRedirectMembers = (next: string | undefined, isBusy = false) => {
  const { user } = useSession()
  const navigate = useNavigate()
  const isSent = user && !user.guest && !isBusy
  const to = next ?? (user?.userType === 'admin' ? '/admin' : '/')
  const language = user?.language
  useEffect(() => {
    if (!isSent) return
    if (language && language !== LANGUAGE.tag) goInLanguage(language, to)
    else void navigate(to, { replace: true })
  }, [isSent, language, to, navigate])
}
