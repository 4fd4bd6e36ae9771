import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Author } from '#contract/authors.ts'
import { AUTHOR_SERIES_BOOKS } from '#contract/values/authors.ts'
import { getAuthor } from '#contract/calls/authors.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { query, prefetch } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { useSite } from '#web/document/site.tsx'
import { AUTHOR } from '#web/messages/authors.ts'
import '#web/notices/follow.css'
import { FollowButton } from '#web/notices/follow-button.tsx'
import { REPORT } from '#web/messages/reports.ts'
import { ReportButton } from '#web/reports/report-button.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager.tsx'
import css from './author-page.module.css'
import { authorPath } from './author-path.ts'
import { BookGrid } from './book-grid.tsx'
import { readPage } from './library-address.ts'
import listCss from './list-page.module.css'
import { ListPage } from './list-page.tsx'
import { Shelf } from './shelf.tsx'
import { structuredAuthor } from './structured-author.ts'
import { textAttributes } from './text-attributes.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { SIGNS } from '#web/messages/signs.ts'

const authorOf = (name: string, page: number) => query(getAuthor, { params: { name }, query: { page } })

export const loader = prefetch(({ name = '' }, search) => [authorOf(name, readPage(search))])

/** The page of an author: an account with what it says of itself, or a name that publishers typed. */
export const Component = () => {
  const { name = '' } = useParams()
  const [search] = useSearchParams()
  return (
    <ListPage query={useQuery(authorOf(name, readPage(search)))} call={getAuthor} messages={AUTHOR}>
      {(author) => <AuthorPage author={author} />}
    </ListPage>
  )
}

const AuthorPage = ({ author }: { author: Author }) => {
  const { name, account, series, books, withOthers, namesakes, currentPage, totalBooks, totalPages } = author
  const { origin } = useSite()
  const toPage = (page: number) => `${authorPath(name)}${page > 1 ? `?page=${page}` : ''}`
  const isPage = (page: number) => page >= 1 && page <= totalPages
  return (
    <>
      <Head
        title={[name, currentPage > 1 && AUTHOR.page(currentPage)].filter(Boolean).join(SIGNS.comma)}
        description={AUTHOR.description(name, totalBooks + withOthers.length)}
        path={toPage(currentPage)}
        previous={isPage(currentPage - 1) ? toPage(currentPage - 1) : undefined}
        next={isPage(currentPage + 1) ? toPage(currentPage + 1) : undefined}
        {...(import.meta.env.SSR && { feed: `${authorPath(name)}/feed.xml` })}
        structured={import.meta.env.SSR ? structuredAuthor(author, origin) : undefined}
      />
      <header className={`wrap ${listCss.head}`}>
        <p className={listCss.kind}>{AUTHOR.title}</p>
        <div className={css.name}>
          {account && <Avatar user={{ username: name, profileImage: account.image }} big />}
          <h1 className="d2" {...textAttributes(name)}>
            {name}
          </h1>
        </div>
        <p className={listCss.kind}>
          {totalBooks > 0 || withOthers.length === 0
            ? AUTHOR.count(totalBooks)
            : AUTHOR.countWithOthers(withOthers.length)}
          {account && SIGNS.stop + AUTHOR.since(MONTH.format(new Date(account.since))) + SIGNS.end}
        </p>
        {account && (
          <div className={`follow-place ${css.acts}`}>
            <FollowButton key={name} kind="author" id={name} name={name} />
            <Report account={account} name={name} />
          </div>
        )}
        {account ? <Account account={account} /> : <p className="prose">{AUTHOR.typed}</p>}
      </header>
      {series.map((one) => (
        <Shelf
          key={one._id}
          title={AUTHOR.series(one.name)}
          query={{ data: one.books, isError: false, error: null, refetch: () => undefined }}
          call={getAuthor}
          loading=""
          empty=""
          count={AUTHOR_SERIES_BOOKS}
          more={
            <ButtonLink kind="quiet" to={`/series/${one._id}`} aria-label={AUTHOR.wholeSeriesOf(one.name)}>
              {AUTHOR.wholeSeries}
            </ButtonLink>
          }
        />
      ))}
      {books.length > 0 && (
        <Books title={AUTHOR.books}>
          <BookGrid books={books} base="/books/" level="h3" />
          <Pager page={currentPage} totalPages={totalPages} to={toPage} />
        </Books>
      )}
      {withOthers.length > 0 && (
        <Books title={AUTHOR.withOthers}>
          <BookGrid books={withOthers} base="/books/" level="h3" />
        </Books>
      )}
      {namesakes.length > 0 && (
        <Books title={AUTHOR.namesakes} text={AUTHOR.namesakesText}>
          <BookGrid books={namesakes} base="/books/" level="h3" />
        </Books>
      )}
    </>
  )
}

/** The same month on the server and in every browser. */
const MONTH = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

interface AccountProps {
  account: NonNullable<Author['account']>
}

/** Beside the button that follows, in the place that is kept: nothing moves when it is known who looks. */
const Report = ({ account: { _id: id }, name }: AccountProps & { name: string }) => {
  const { user } = useSession()
  if (id === undefined || !user || user._id === id) return null
  return <ReportButton kind="person" id={id} label={REPORT.reportPerson(name)} />
}

const Account = ({ account }: AccountProps) => (
  <>
    {account.about !== null && (
      <p className={`prose ${css.about}`} dir="auto">
        {account.about}
      </p>
    )}
    {account.links.length > 0 && (
      <ul className={css.links} aria-label={AUTHOR.links}>
        {account.links.map((link) => (
          <li key={link}>
            <a href={link} rel="nofollow ugc noopener">
              {link.replace(/^https:\/\/|\/$/g, '')}
            </a>
          </li>
        ))}
      </ul>
    )}
  </>
)

const Books = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={`wrap ${css.books}`} aria-labelledby={id}>
      <h2 className="d1" id={id}>
        {title}
      </h2>
      {text && <p className="prose">{text}</p>}
      {children}
    </section>
  )
}
