import type { Book } from '#contract/books.ts'
import { Cover } from '#web/books/cover.tsx'
import { thisDevice } from '#web/session/device.ts'
import { Button } from '#web/ui/button.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './position-notice.module.css'
import { timeAgo } from './time-ago.ts'
import type { PositionNotice as Notice } from './opening-position.ts'

interface PlaceNoticeProps {
  notice: Notice
  book: Pick<Book, 'image' | 'imageColor'>
  page: number
  onAnswer: (page: number) => void
}

/** Tells the reader where they stopped, or that another device is at another page. */
export const PositionNotice = ({ notice, book, page, onAnswer }: PlaceNoticeProps) => (
  <section className={`on-quill ${css.notice}`} aria-labelledby="position-notice">
    <span className={css.cover}>
      <Cover book={book} sizes="3.4rem" />
    </span>
    <h2 id="position-notice">{notice.kind === 'stopped' ? stoppedText(notice) : otherDeviceText(notice)}</h2>
    <div className={css.actions}>
      {notice.kind === 'elsewhere' ? (
        <>
          <Button kind="strong" onClick={() => onAnswer(notice.page)}>
            {READING.go(notice.page)}
          </Button>
          <Button kind="quiet" onClick={() => onAnswer(page)}>
            {READING.stay(page)}
          </Button>
        </>
      ) : (
        <>
          <Button kind="strong" onClick={() => onAnswer(page)}>
            {READING.goOn}
          </Button>
          {notice.furthest > notice.page ? (
            <Button kind="quiet" onClick={() => onAnswer(notice.furthest)}>
              {READING.furthest(notice.furthest)}
            </Button>
          ) : (
            <Button kind="quiet" onClick={() => onAnswer(1)}>
              {READING.startOver}
            </Button>
          )}
        </>
      )}
    </div>
  </section>
)

const stoppedText = ({ page, readAt, device }: Extract<Notice, { kind: 'stopped' }>) =>
  device ? READING.stoppedOn(deviceText(device), page, timeAgo(readAt)) : READING.stopped(page, timeAgo(readAt))

const otherDeviceText = ({ device, page }: Extract<Notice, { kind: 'elsewhere' }>) =>
  READING.elsewhere(deviceText(device), page)

/** 'Another phone' if the other device has the same name as this one. */
const deviceText = (device: string) => (device === thisDevice().name ? READING.another(device) : device)
