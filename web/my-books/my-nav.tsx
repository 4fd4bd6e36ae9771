import { NavLink } from 'react-router'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import css from './my-nav.module.css'

interface MyNavProps {
  /** A guest has shelves and notes alone. */
  isGuest: boolean
}

/** The links between the pages of a reader's own things. */
export const MyNav = ({ isGuest }: MyNavProps) => (
  <nav aria-label={MY_BOOKS.pages}>
    <ul className={css.nav}>
      <Page to="/my" label={MY_BOOKS.books} />
      <Page to="/my/notes" label={MY_BOOKS.notes} />
      {!isGuest && <Page to="/my/history" label={MY_BOOKS.history} />}
    </ul>
  </nav>
)

const Page = ({ to, label }: { to: string; label: string }) => (
  <li>
    <NavLink to={to} end>
      {label}
    </NavLink>
  </li>
)
