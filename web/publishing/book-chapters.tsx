import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { listChapters } from '#contract/calls/chapters.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { CHAPTERS } from '#web/messages/chapters.ts'
import { useGuard } from '#web/session/guard.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Chapters } from './chapters.tsx'
import css from './create.module.css'

/** The page where the publisher of a book adds chapters to it, and its co-authors read them. */
export const BookChapters = () => {
  const admitted = useGuard()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...query(listChapters, { params: { id } }), enabled: admitted })
  const mayRetry = !isProblem(error, 'not_found') && !isProblem(error, 'forbidden')
  return (
    <div className={`wrap ${css.waiting}`}>
      <Head title={CHAPTERS.title} />
      <header className={css.head}>
        <h1 className="d2">{CHAPTERS.title}</h1>
        {data && (
          <p className="prose" dir="auto">
            <i>{data.book.title}</i>
          </p>
        )}
        <p className="prose">{CHAPTERS.lede}</p>
        <p>
          <ButtonLink kind="quiet" to={data && !data.mayChange ? `/books/${id}/preview` : `/books/${id}/edit`}>
            {CHAPTERS.back}
          </ButtonLink>
        </p>
      </header>
      {data ? (
        <Chapters bookId={id} listed={data} />
      ) : error ? (
        <ErrorNotice
          message={errorMessage(error, listChapters)}
          onRetry={mayRetry ? () => void refetch() : undefined}
        />
      ) : (
        <Loading text={CHAPTERS.loading} />
      )}
    </div>
  )
}
