import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { startSignIn } from '#contract/calls/single-sign-on.ts'
import type { SignIn } from '#contract/site.ts'
import { api } from '#web/api/api-client.ts'
import { depart } from '#web/session/departure.ts'
import { useNextPath } from './use-next-path.ts'

type NamedProvider = SignIn['providers'][number]

/** Begins a log-in at a provider. With `isReplaced` the current page is replaced in the history. */
export const useProvider = (userType?: 'reader' | 'author', isReplaced = false) => {
  const next = useNextPath()
  const [search] = useSearchParams()
  const invitation = search.get('invitation') ?? undefined
  return useMutation({
    mutationFn: ({ id }: NamedProvider) => api(startSignIn, { params: { provider: id }, body: { next } }),
    onSuccess: (begun, { name }) => depart({ ...begun, provider: name, next, userType, invitation }, isReplaced),
  })
}
