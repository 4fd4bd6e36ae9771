import { listAllMarks } from '#contract/calls/marks.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { Head } from '#web/document/head.tsx'
import { MyNav } from '#web/my-books/my-nav.tsx'
import { NOTES } from '#web/messages/notes.ts'
import { useGuard } from '#web/session/guard.tsx'
import { storedUserId } from '#web/session/stored-account.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ExportAll } from './export-all.tsx'
import { NoteList } from './note-list.tsx'
import { type NotesAddress, useNotesAddress } from './notes-address.ts'
import { NotesBar } from './notes-bar.tsx'
import css from './notes.module.css'
import { useNotes } from './use-notes.ts'

/** A person's marks in all books. The service worker caches this page, so it has no data of the server. */
export const Component = () => {
  const isMember = useGuard()
  const isHydrated = useHydrated()
  const { user } = useSession()
  const userId = isMember && isHydrated ? (user?._id ?? storedUserId()) : undefined
  const address = useNotesAddress()
  return (
    <div className={`wrap ${css.page}`}>
      <Head title={NOTES.title} />
      <h1 className="d2" tabIndex={-1}>
        {NOTES.title}
      </h1>
      <MyNav isGuest={user?.guest === true} />
      <p className="prose muted">{NOTES.lede}</p>
      {/* Not before it works: what is typed until then would be lost. */}
      {userId ? (
        <>
          <NotesBar address={address} />
          <Notes key={userId} userId={userId} address={address} />
        </>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const Notes = ({ userId, address }: { userId: string; address: NotesAddress }) => {
  const { query, to } = address
  const notes = useNotes(userId, query)
  return (
    <Loaded query={notes} call={listAllMarks} loading={<Waiting />}>
      {({ marks, totalMarks, totalPages, isOffline }) => (
        <>
          {isOffline && <Notice>{NOTES.offline}</Notice>}
          <p className={css.count} role="status">
            {NOTES.count(totalMarks)}
          </p>
          {marks.length === 0 ? <NoNotes address={address} /> : <NoteList marks={marks} order={query.order} />}
          <Pager page={query.page} totalPages={totalPages} to={(page) => to({ page })} label={NOTES.pages} />
          {!isOffline && <ExportAll />}
        </>
      )}
    </Loaded>
  )
}

const NoNotes = ({ address: { query, to } }: { address: NotesAddress }) => {
  const isNarrowed = query.query !== '' || query.kind !== undefined || query.color !== undefined || query.page > 1
  return (
    <div className={css.none}>
      <p className="prose">{isNarrowed ? NOTES.noneFound : NOTES.none}</p>
      {isNarrowed ? (
        <ButtonLink kind="quiet" to={to({ query: '', kind: undefined, color: undefined })}>
          {NOTES.showAll}
        </ButtonLink>
      ) : (
        <ButtonLink to="/library">{NOTES.toLibrary}</ButtonLink>
      )}
    </div>
  )
}

const Waiting = () => (
  <Loading text={NOTES.loading}>
    <Skeleton width="100%" height="60rem" />
  </Loading>
)
