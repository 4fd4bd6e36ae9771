import { useQuery } from '@tanstack/react-query'
import { listWithdrawn } from '#contract/calls/moderation.ts'
import { query } from '#web/api/query.ts'
import { WITHDRAWN } from '#web/messages/moderation.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './withdrawn-books.module.css'
import { LANGUAGE } from '#web/messages/language.ts'

/** Says which of the books that a member was reading are hidden now; nothing if there is none. */
export const WithdrawnBooks = () => {
  const { data: books = [] } = useQuery(query(listWithdrawn))
  const [first] = books
  if (!first) return null
  return (
    <section className={`wrap ${css.withdrawn}`}>
      <Notice>
        {books.length === 1
          ? `${WITHDRAWN.one} ${WITHDRAWN.page(first.page, FORMAT.format(new Date(first.readAt)))}`
          : WITHDRAWN.many(books.length)}
      </Notice>
    </section>
  )
}

const FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'long' })
