import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { getReportCase } from '#contract/calls/report-queue.ts'
import { hashOfPlace } from '#contract/shapes/place-address.ts'
import type { ReportCase } from '#contract/report-queue.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { QUEUE } from '#web/messages/report-queue.ts'
import { REASONS } from '#web/messages/reports.ts'
import { formatDay } from '#web/moderation/format-day.ts'
import css from './queue.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** Evidence, reports, answers, notices and earlier decisions of a case, loaded when they are opened. */
export const CaseDetails = ({ id }: { id: string }) => {
  const [isOpen, setOpen] = useState(false)
  const reportCase = useQuery({ ...query(getReportCase, { params: { id } }), enabled: isOpen })
  return (
    <details className={css.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{QUEUE.more}</summary>
      {isOpen && (
        <Loaded query={reportCase} call={getReportCase} loading={QUEUE.loading}>
          {(data) => <Details data={data} />}
        </Loaded>
      )}
    </details>
  )
}

const Details = ({ data }: { data: ReportCase }) => {
  const { declarations, sameFiles } = data
  const { evidence, reports, answers, notices, counterNotice, decisions, ownerHistory, bookId, isOwn } = data
  const unnamed = isOwn ? QUEUE.unnamed : QUEUE.deleted
  return (
    <>
      {ownerHistory && <p>{QUEUE.ownerHistory(ownerHistory.reports, ownerHistory.upheld)}</p>}
      <Part title={QUEUE.evidence} rows={evidence}>
        {({ takenAt, words }) => (
          <>
            <p className="muted">{formatDay(takenAt)}</p>
            {Object.entries(words).map(([field, text]) => (
              <p key={field} className={css.text} dir="auto">
                {text}
              </p>
            ))}
          </>
        )}
      </Part>
      <Part title={QUEUE.reports} rows={reports}>
        {(report) => <Report report={report} bookId={bookId} unnamed={unnamed} />}
      </Part>
      <Part title={QUEUE.sameFiles} rows={sameFiles}>
        {({ _id, title, author }) => (
          <Link to={`/books/${_id}`} dir="auto">
            {title + SIGNS.comma + author}
          </Link>
        )}
      </Part>
      <Part title={QUEUE.declarations} rows={declarations}>
        {({ rights, by, at, sha256, isOfFile }) => (
          <>
            <p dir="auto">{(by ?? QUEUE.deleted) + SIGNS.colon + QUEUE.declared[rights]}</p>
            <p className="muted">{QUEUE.declaredAt(at.slice(0, 10), at.slice(11, 16))}</p>
            <Texts texts={[QUEUE.file(sha256, isOfFile)]} />
          </>
        )}
      </Part>
      <Part title={QUEUE.notices} rows={notices}>
        {({ name, work, place, email, address, signature, courtWords, at }) => (
          <>
            <Who name={name} at={at} />
            <Texts texts={[work, place, email, address, signature, courtWords && QUEUE.court(courtWords)]} />
          </>
        )}
      </Part>
      <Part title={QUEUE.counterNotice} rows={counterNotice ? [counterNotice] : []}>
        {({ name, words, email, address, signature, at }) => (
          <>
            <Who name={name} at={at} />
            <Texts texts={[words, email, address, signature]} />
          </>
        )}
      </Part>
      <Part title={QUEUE.answers} rows={answers}>
        {({ side, by, words, at }) => (
          <>
            <Who name={QUEUE.sides[side] + SIGNS.colon + (by ?? unnamed)} at={at} />
            <Texts texts={[words]} />
          </>
        )}
      </Part>
      <Part title={QUEUE.decisions} rows={decisions}>
        {({ decision, reason, words, by, at }) => (
          <>
            <Who name={`${QUEUE.decided[decision]} ${QUEUE.decidedBy(by)}${SIGNS.colon}${REASONS[reason]}`} at={at} />
            <Texts texts={[words]} />
          </>
        )}
      </Part>
    </>
  )
}

const Part = <T,>({ title, rows, children }: { title: string; rows: T[]; children: (row: T) => ReactNode }) =>
  rows.length > 0 ? (
    <section>
      <h3>{title}</h3>
      <ul>
        {rows.map((row, place) => (
          <li key={place}>{children(row)}</li>
        ))}
      </ul>
    </section>
  ) : null

const Who = ({ name, at }: { name: string; at: string }) => (
  <p className="muted" dir="auto">
    <bdi>{name}</bdi>
    {SIGNS.dot}
    {formatDay(at)}
  </p>
)

const Texts = ({ texts }: { texts: (string | null)[] }) =>
  texts.filter(Boolean).map((text, place) => (
    <p key={place} className={css.text} dir="auto">
      {text}
    </p>
  ))

const Report = ({
  bookId,
  unnamed,
  report: { by, rule, reason, words, at, history, place },
}: {
  bookId: string | null
  /** Shown in place of a name that is withheld. */
  unnamed: string
  report: ReportCase['reports'][number]
}) => (
  <>
    <Who
      name={
        rule
          ? QUEUE.rules[rule]
          : (by ?? (reason === 'copyright' ? QUEUE.claimant : unnamed)) + SIGNS.colon + REASONS[reason]
      }
      at={at}
    />
    {history && <p className="muted">{QUEUE.historyOf(history.reports, history.upheld)}</p>}
    <Texts texts={[words]} />
    {place && bookId && (
      <p>
        <Link to={addressOfPlace(bookId, place)} dir="auto">
          {place.quote ? QUEUE.placeOf(place.page, place.quote) : QUEUE.pageOf(place.page)}
        </Link>
      </p>
    )}
  </>
)

/** Opens the reader there, with the words marked. */
const addressOfPlace = (bookId: string, { quote, ...place }: NonNullable<ReportCase['reports'][number]['place']>) =>
  `/read/${bookId}${hashOfPlace(place)}${quote ? `&quote=${encodeURIComponent(quote)}` : ''}`
