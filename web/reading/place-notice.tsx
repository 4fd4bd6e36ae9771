import type { Book } from '#contract/books.ts'
import { Cover } from '#web/books/cover.tsx'
import { thisDevice } from '#web/session/device.ts'
import { Button } from '#web/ui/button.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './place-notice.module.css'
import { timeAgo } from './time-ago.ts'
import type { PlaceNotice as Notice } from './where-to-open.ts'

interface PlaceNoticeProps {
  notice: Notice
  book: Pick<Book, 'image' | 'imageColor'>
  page: number
  onSettle: (page: number) => void
}

/** At the foot of the page: where one stopped, or that another device is elsewhere. */
export const PlaceNotice = ({ notice, book, page, onSettle }: PlaceNoticeProps) => (
  <section className={`on-quill ${css.notice}`} aria-labelledby="place-notice">
    <span className={css.cover}>
      <Cover book={book} sizes="3.4rem" />
    </span>
    <h2 id="place-notice">{notice.kind === 'stopped' ? stopped(notice) : elsewhere(notice)}</h2>
    <div className={css.acts}>
      {notice.kind === 'elsewhere' ? (
        <>
          <Button kind="strong" onClick={() => onSettle(notice.page)}>
            {READING.go(notice.page)}
          </Button>
          <Button kind="quiet" onClick={() => onSettle(page)}>
            {READING.stay(page)}
          </Button>
        </>
      ) : (
        <>
          <Button kind="strong" onClick={() => onSettle(page)}>
            {READING.goOn}
          </Button>
          {notice.furthest > notice.page ? (
            <Button kind="quiet" onClick={() => onSettle(notice.furthest)}>
              {READING.furthest(notice.furthest)}
            </Button>
          ) : (
            <Button kind="quiet" onClick={() => onSettle(1)}>
              {READING.startOver}
            </Button>
          )}
        </>
      )}
    </div>
  </section>
)

const stopped = ({ page, readAt, device }: Extract<Notice, { kind: 'stopped' }>) =>
  device ? READING.stoppedOn(named(device), page, timeAgo(readAt)) : READING.stopped(page, timeAgo(readAt))

const elsewhere = ({ device, page }: Extract<Notice, { kind: 'elsewhere' }>) => READING.elsewhere(named(device), page)

/** Two computers have one name. */
const named = (device: string) => (device === thisDevice().name ? READING.another(device) : device)
