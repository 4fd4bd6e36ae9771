import { Head } from '#web/document/head.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/words/site.ts'
import { BookForm } from './book-form.tsx'
import css from './create.module.css'

/** Where authors publish; everyone else may look. */
export const Component = () => (
  <div className="wrap">
    <Head title="Upload a book" description="Publish a book of your own: a PDF, a cover and a few words." path="/create" />
    <header className={css.head}>
      <h1 className="d2">Upload a book</h1>
      <p className="prose">The book must belong to you. It stays yours, with every right in it.</p>
    </header>
    <Form />
  </div>
)

const Form = () => {
  const session = useSession()
  if (session.status === 'failed') return <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
  if (session.status === 'starting') return <Waiting />
  if (session.status === 'member') {
    const { userType, guest } = session.user
    const mayPublish = !guest && userType !== 'reader'
    return mayPublish ? <BookForm readOnly={false} /> : <ForAuthors visitor={guest} />
  }
  // The server and the first paint can't tell visitors from members: the mark on the document does.
  return (
    <>
      {session.status === 'unknown' && (
        <div className={css.member}>
          <Waiting />
        </div>
      )}
      <div className={css.visitor}>
        <ForAuthors visitor />
      </div>
    </>
  )
}

const Waiting = () => (
  <div className={css.waiting}>
    <Loading text="Loading" />
  </div>
)

const ForAuthors = ({ visitor }: { visitor: boolean }) => (
  <>
    <section className={`on-quill ${css.authors}`} aria-labelledby="authors-only">
      <h2 id="authors-only">Authors Only Area</h2>
      <p>Authors publish here, free of charge. This is what the form looks like; to use it you need an author’s account.</p>
      <div className={css.actions}>
        <ButtonLink kind="strong" to="/library">
          Explore the library
        </ButtonLink>
        {visitor && <ButtonLink to="/auth?next=%2Fcreate">Login/Sign Up</ButtonLink>}
      </div>
    </section>
    <BookForm readOnly />
  </>
)
