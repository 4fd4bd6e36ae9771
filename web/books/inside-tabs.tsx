import { Link } from 'react-router'
import { LIBRARY } from '#web/messages/library.ts'
import css from './inside-tabs.module.css'
import type { LibraryAddress } from './library-address.ts'

/** Whether a search looks for books or inside of them. */
export const InsideTabs = ({ address: { inside, to } }: { address: LibraryAddress }) => (
  <nav className={`wrap ${css.tabs}`} aria-label={LIBRARY.results}>
    <Link to={to({ inside: false })} aria-current={inside ? undefined : 'page'}>
      {LIBRARY.books}
    </Link>
    <Link to={to({ inside: true })} aria-current={inside ? 'page' : undefined}>
      {LIBRARY.inside}
    </Link>
  </nav>
)
