import { useSearchParams } from 'react-router'
import { premiumBooks } from '#contract/calls/premium.ts'
import { prefetch } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { BookGrid, BookGridPlaceholder } from '#web/books/book-grid.tsx'
import { readPage } from '#web/books/library-address.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PREMIUM_BOOKS } from '#web/messages/premium-books.ts'
import { PremiumBadge } from './premium-badge.tsx'
import css from './premium-page.module.css'
import { premiumPage, usePremiumPage } from './use-premium-books.ts'
import { SIGNS } from '#web/messages/signs.ts'

export const loader = prefetch((_, search) => [premiumPage(readPage(search))])

/** All premium books; the page number is part of the address. */
export const Component = () => {
  const [search] = useSearchParams()
  const page = readPage(search)
  const premium = usePremiumPage(page)
  return (
    <>
      <Head
        title={[PREMIUM_BOOKS.title, page > 1 && PREMIUM_BOOKS.page(page)].filter(Boolean).join(SIGNS.comma)}
        description={PREMIUM_BOOKS.description(useSiteSettings().siteName)}
        path={toAddress(page)}
        {...(import.meta.env.SSR && { feed: '/premium/feed.xml' })}
      />
      <div className={`wrap ${css.head}`}>
        <h1 className="d2">{PREMIUM_BOOKS.title}</h1>
        <p className={css.lede}>{PREMIUM_BOOKS.lede}</p>
      </div>
      <div className={`wrap ${css.books}`}>
        <Books premium={premium} />
        <Pager page={page} totalPages={premium.data?.totalPages ?? 0} to={toAddress} />
      </div>
    </>
  )
}

const Books = ({ premium }: { premium: ReturnType<typeof usePremiumPage> }) => {
  const { data, isError, error, refetch, isPlaceholderData } = premium
  return (
    <BookGridPlaceholder isLoading={!data && !isError} loading={PREMIUM_BOOKS.loading}>
      {!data && <ErrorNotice message={errorMessage(error, premiumBooks)} onRetry={() => void refetch()} />}
      {data?.books.length === 0 && <NoBooks />}
      {data && data.books.length > 0 && (
        <BookGrid books={data.books} base="/book/premium/" isStale={isPlaceholderData} badge={<PremiumBadge />} />
      )}
    </BookGridPlaceholder>
  )
}

const NoBooks = () => (
  <div className={css.none}>
    <p>{PREMIUM_BOOKS.none}</p>
    <p className="muted">{PREMIUM_BOOKS.noneText}</p>
    <ButtonLink kind="quiet" to="/library?sort=top-rated">
      {PREMIUM_BOOKS.noneMore}
    </ButtonLink>
  </div>
)

const toAddress = (page: number) => (page > 1 ? `/premium?page=${page}` : '/premium')
