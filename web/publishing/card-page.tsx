import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide'
import { useParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { getBook } from '#contract/calls/books.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { prefetch, query } from '#web/api/query.ts'
import { Cover } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSite } from '#web/document/site.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { CARD, CREATE } from '#web/messages/publishing.ts'
import css from './card-page.module.css'

export const loader = prefetch(({ id = '' }) => [query(getBook, { params: { id } })])

/** A card to print: a book's cover, and its address as text and as a code to scan. */
export const Component = () => {
  const { id = '' } = useParams()
  const { data: book, error, refetch } = useQuery(query(getBook, { params: { id } }))
  const { siteName } = useSiteSettings()
  const address = `${useSite().origin}/books/${id}`
  if (!book)
    return (
      <main id="main" tabIndex={-1} className={`wrap ${css.page}`}>
        {error ? (
          <ErrorNotice
            message={errorMessage(error, getBook)}
            onRetry={isProblem(error, 'not_found') ? undefined : () => void refetch()}
          >
            <ButtonLink kind="quiet" to="/">
              {CARD.home}
            </ButtonLink>
          </ErrorNotice>
        ) : (
          <Loading text={CARD.loading} />
        )}
      </main>
    )
  return (
    <main id="main" tabIndex={-1} className={`wrap ${css.page}`}>
      <Head title={CARD.title(book.title)} />
      <div className={css.head}>
        <h1 className="d1">{CARD.title(book.title)}</h1>
        <p className="prose">{CARD.lede}</p>
        <div className={css.actions}>
          <Button kind="strong" onClick={() => window.print()}>
            <Icon of={Printer} />
            {CARD.print}
          </Button>
          <ButtonLink to={`/books/${id}`}>{CARD.back}</ButtonLink>
        </div>
      </div>
      <section className={css.card} aria-label={CARD.title(book.title)}>
        <div className={css.cover}>
          <Cover book={{ ...book, imageMounted: false }} sizes="20rem" first />
        </div>
        <div className={css.words}>
          <p className={css.title} {...textAttributes(book.title)}>
            {book.title}
          </p>
          <p className={css.author} {...textAttributes(book.author)}>
            {book.author}
          </p>
          <div className={css.foot}>
            <img src={`/books/${id}/code.svg`} alt={CREATE.code} width={160} height={160} />
            <p>{CARD.read(siteName)}</p>
            <p className={css.address}>{address.replace(/^https?:\/\//, '')}</p>
          </div>
        </div>
      </section>
    </main>
  )
}
