import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getSeries } from '#contract/calls/series.ts'
import type { Series } from '#contract/series.ts'
import { query, prefetch } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { useSite } from '#web/document/site.tsx'
import { BOOK } from '#web/messages/books.ts'
import { SERIES } from '#web/messages/series.ts'
import '#web/notices/follow.css'
import { FollowPlace } from '#web/notices/follow-button.tsx'
import { AuthorLink } from './author-link.tsx'
import { authorPath } from './author-path.ts'
import { BookCard } from './book-card.tsx'
import gridCss from './book-grid.module.css'
import { GRID_SIZES } from './book-grid.tsx'
import css from './list-page.module.css'
import { ListPage } from './list-page.tsx'
import { textAttributes } from './text-attributes.ts'

const seriesOf = (id: string) => query(getSeries, { params: { id } })

export const loader = prefetch(({ id = '' }) => [seriesOf(id)])

/** The page of a series, with its books in their order. */
export const Component = () => {
  const { id = '' } = useParams()
  return (
    <ListPage query={useQuery(seriesOf(id))} call={getSeries} messages={SERIES}>
      {(series) => <Books series={series} />}
    </ListPage>
  )
}

const Books = ({ series }: { series: Series }) => {
  const { _id, name, author, books, totalBooks } = series
  const { origin } = useSite()
  return (
    <>
      <Head
        title={SERIES.titled(name, author)}
        description={SERIES.description(name, totalBooks)}
        path={pathOf(_id)}
        {...(import.meta.env.SSR && { feed: `${pathOf(_id)}/feed.xml` })}
        structured={import.meta.env.SSR ? structured(series, origin) : undefined}
      />
      <header className={`wrap ${css.head}`}>
        <p className={css.kind}>{SERIES.title}</p>
        <h1 className="d2" {...textAttributes(name)}>
          {name}
        </h1>
        {author !== undefined && (
          <p className={css.by} dir="auto">
            {BOOK.by} <AuthorLink name={author} />
          </p>
        )}
        <p className={css.kind}>
          {SERIES.count(totalBooks)} {totalBooks > books.length && SERIES.first(books.length)}
        </p>
        <FollowPlace kind="series" id={_id} name={name} />
      </header>
      <div className="wrap">
        <ol className={gridCss.grid}>
          {books.map((book) => (
            <BookCard
              key={book._id}
              book={book}
              base="/books/"
              sizes={GRID_SIZES}
              level="h2"
              badge={book.number !== undefined && <p>{SERIES.number(book.number)}</p>}
            />
          ))}
        </ol>
      </div>
    </>
  )
}

const pathOf = (id: string) => `/series/${id}`

const structured = ({ _id, name, author, books }: Series, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BookSeries',
  name,
  url: origin + pathOf(_id),
  ...(author !== undefined && { author: { '@type': 'Person', name: author, url: origin + authorPath(author) } }),
  hasPart: books.map((book) => ({
    '@type': 'Book',
    name: book.title,
    author: { '@type': 'Person', name: book.author },
    url: `${origin}/books/${book._id}`,
    ...(book.number !== undefined && { position: book.number }),
  })),
})
