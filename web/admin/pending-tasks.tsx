import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getDashboardStats, togglePremium } from '#contract/calls/admin.ts'
import type { DashboardStats } from '#contract/admin.ts'
import { api } from '#web/api/api-client.ts'
import { countTasks } from '#web/staff/count-tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { useAdminAction } from './use-admin-action.ts'
import { BookThumb } from './book-thumb.tsx'
import dashboardCss from './dashboard.module.css'
import css from './pending-tasks.module.css'
import { UnconfirmedClaims } from './unconfirmed-claims.tsx'
import { SIGNS } from '#web/messages/signs.ts'

type Tasks = DashboardStats['waiting']
type Ready = Tasks['readyForPremium'][number]

/** What needs an administrator, such as undelivered mails, damaged files, claims and books ready for premium. */
export const PendingTasks = ({ waiting, address, backup }: Pick<DashboardStats, 'waiting' | 'address' | 'backup'>) => {
  const { readyForPremium, guessedAt, failedMails, booksWithoutFile, damagedFiles, damagedBooks, claims } = waiting
  const { coversToMake, editionsToMake, textsToRead } = waiting
  return (
    <section className={classNames(dashboardCss.part, css.waiting)} aria-labelledby="waiting">
      <h2 id="waiting">{DASHBOARD.waiting}</h2>
      {countTasks({ waiting, address, backup }) === 0 && <p className="muted">{DASHBOARD.nothingWaits}</p>}
      {coversToMake > 0 && <p className="muted">{DASHBOARD.coversToMake(coversToMake)}</p>}
      {editionsToMake > 0 && <p className="muted">{DASHBOARD.editionsToMake(editionsToMake)}</p>}
      {textsToRead > 0 && <p className="muted">{DASHBOARD.textsToRead(textsToRead)}</p>}
      {guessedAt !== null && <Warning title={DASHBOARD.guessed} text={DASHBOARD.guessedText(formatTime(guessedAt))} />}
      {booksWithoutFile > 0 && (
        <Warning title={DASHBOARD.missingFiles(booksWithoutFile)} text={DASHBOARD.missingFilesText}>
          <Link to="/admin/books?file=missing">{DASHBOARD.seeList}</Link>
          <details>
            <summary>{DASHBOARD.restore}</summary>
            <p>{DASHBOARD.restoreText}</p>
          </details>
        </Warning>
      )}
      {damagedFiles > 0 && (
        <Warning title={DASHBOARD.damagedFiles(damagedFiles)} text={DASHBOARD.damagedFilesText}>
          {damagedBooks.map(({ _id, title }) => (
            <Link key={_id} to={`/admin/books/edit/${_id}`} dir="auto">
              {title}
            </Link>
          ))}
        </Warning>
      )}
      {backup?.fault && (
        <Warning
          title={DASHBOARD.backupFault}
          text={DASHBOARD.backupFaultText(formatTime(backup.fault.at), backup.fault.text)}
        />
      )}
      {backup?.isLate && !backup.fault && <Warning title={DASHBOARD.backupLate} text={DASHBOARD.backupLateText} />}
      {failedMails > 0 && <Warning title={DASHBOARD.failedMails(failedMails)} text={DASHBOARD.failedMailsText} />}
      {!address.isSet && <Warning title={DASHBOARD.noAddress} text={DASHBOARD.noAddressText(address.url)} />}
      {readyForPremium.length > 0 && (
        <>
          <h3>{DASHBOARD.ready}</h3>
          <ul>
            {readyForPremium.map((ready) => (
              <ReadyBook key={ready.book._id} ready={ready} />
            ))}
          </ul>
        </>
      )}
      {claims.length > 0 && <UnconfirmedClaims claims={claims} />}
    </section>
  )
}

const Warning = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={css.trouble}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children && <div className={css.ways}>{children}</div>}
  </div>
)

const ReadyBook = ({ ready: { book, days } }: { ready: Ready }) => {
  const { mutate, isPending } = useAdminAction({
    call: togglePremium,
    send: () => api(togglePremium, { params: { id: book._id }, body: { isPremium: true, version: book.version } }),
    done: DASHBOARD.isPremium(book.title),
    outdated: [getDashboardStats],
  })
  return (
    <li>
      <BookThumb book={book} />
      <div>
        <Link to={`/books/${book._id}`} dir="auto">
          {book.title}
        </Link>
        <p className="muted">{DASHBOARD.readyDays(days)}</p>
      </div>
      <Button busy={isPending} onClick={() => mutate()} aria-label={DASHBOARD.makePremium + SIGNS.colon + book.title}>
        {DASHBOARD.makePremium}
      </Button>
    </li>
  )
}
