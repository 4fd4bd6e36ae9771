import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Call } from '#contract/api/endpoint.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { errorMessage } from './error-message.ts'

export interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** What failed, with its failure message. */
  call: Pick<Call, 'failureMessage'>
  /** A text, or a skeleton that says it. */
  loading: ReactNode
  /** The message of a failure, if it is not the usual one. */
  messageOf?: (thrown: unknown, call: Pick<Call, 'failureMessage'>) => string
  children: (data: Data) => ReactNode
}

/** What a query has loaded; until then that it is loading, or why it failed, with a button that tries again. */
export const Loaded = <Data,>({
  query: { data, error, refetch },
  call,
  loading,
  messageOf = errorMessage,
  children,
}: LoadedProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error) return <ErrorNotice message={messageOf(error, call)} onRetry={() => void refetch()} />
  return typeof loading === 'string' ? <Loading text={loading} /> : loading
}
