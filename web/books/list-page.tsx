import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Head } from '#web/document/head.tsx'
import { BOOK } from '#web/messages/books.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import css from './list-page.module.css'

interface ListPageProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  call: Pick<Call, 'failureMessage'>
  messages: { title: string; loading: string; notFound: string; notFoundText: string; failed: string }
  children: (data: Data) => ReactNode
}

/** A page about several books, which may be loading, not exist or have failed to load. */
export const ListPage = <Data,>({ query: { data, error, refetch }, call, messages, children }: ListPageProps<Data>) => {
  if (isProblem(error, 'not_found'))
    return (
      <Message title={messages.notFound}>
        <p className="prose">{messages.notFoundText}</p>
        <ButtonLink to="/library">{BOOK.back}</ButtonLink>
      </Message>
    )
  if (data) return <article className={css.page}>{children(data)}</article>
  if (error)
    return (
      <Message title={messages.failed}>
        <ErrorNotice message={errorMessage(error, call)} onRetry={() => void refetch()} />
      </Message>
    )
  return (
    <Message title={messages.title}>
      <Loading text={messages.loading} />
    </Message>
  )
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={`wrap ${css.message}`}>
    <Head title={title} />
    <h1 className="d2">{title}</h1>
    {children}
  </div>
)
