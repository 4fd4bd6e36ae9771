import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { Head } from '#web/document/head.tsx'
import { BOOK } from '#web/messages/books.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import css from './list-page.module.css'

interface ListPageProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  call: Pick<Call, 'failureMessage'>
  messages: { title: string; loading: string; notFound: string; notFoundText: string; failed: string }
  children: (data: Data) => ReactNode
}

/** A page about several books, which may be loading, not exist or have failed to load. */
export const ListPage = <Data,>({ query, call, messages, children }: ListPageProps<Data>) => {
  if (isProblem(query.error, 'not_found'))
    return (
      <Message title={messages.notFound}>
        <p className="prose">{messages.notFoundText}</p>
        <ButtonLink to="/library">{BOOK.back}</ButtonLink>
      </Message>
    )
  if (query.data) return <article className={css.page}>{children(query.data)}</article>
  return (
    <Message title={query.error ? messages.failed : messages.title}>
      <Loaded query={query} call={call} loading={messages.loading}>
        {() => null}
      </Loaded>
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
