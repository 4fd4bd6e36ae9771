import type { ReactNode } from 'react'
import { Head } from '#web/document/head.tsx'
import { useSession } from '#web/session/use-session.ts'
import css from './my-books.module.css'
import { MyNav } from './my-nav.tsx'

/** A page of a reader's own things: its title, and the links to the others. */
export const MyFrame = ({ title, children }: { title: string; children?: ReactNode }) => {
  const { user } = useSession()
  return (
    <div className={css.page}>
      <Head title={title} noindex />
      <header className={`wrap ${css.head}`}>
        <h1 className="d2" tabIndex={-1}>
          {title}
        </h1>
        <MyNav isGuest={user?.guest === true} />
      </header>
      {children}
    </div>
  )
}
