import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import css from './my-books.module.css'
import { MY_PAGES } from './my-pages.ts'

/** A page of a reader's own things: its title, and the links to the others. */
export const MyFrame = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={css.page}>
    <Head title={title} noindex />
    <header className={`wrap ${css.head}`}>
      <h1 className="d2" tabIndex={-1}>
        {title}
      </h1>
      {MY_PAGES.length > 1 && (
        <nav aria-label={MY_BOOKS.pages}>
          <ul className={css.nav}>
            {MY_PAGES.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
    {children}
  </div>
)
