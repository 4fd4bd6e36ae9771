import { Download } from 'lucide'
import { Suspense, useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { setIdentityCheck } from '#web/api/api-client.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { SHELL } from '#web/messages/site.ts'
import { Logo } from './logo.tsx'
import css from './navbar.module.css'
import { SearchBox } from '#web/books/search-box.tsx'

const SCROLLED_PX = 50

const loadMenu = () => import('./account-menu.tsx')
/** Loaded only for members. */
const AccountMenu = optionalPart(() =>
  loadMenu().then(
    (loaded) => loaded.AccountMenu,
    (thrown) => {
      // It has the dialog that asks members who they are.
      setIdentityCheck(async () => false)
      throw thrown
    },
  ),
)

interface NavbarProps {
  bar: 'quill' | 'static' | undefined
  search: boolean
}

export const Navbar = ({ bar, search }: NavbarProps) => {
  const scrolled = useScrolled()
  return (
    <header
      className={classNames(
        css.bar,
        bar === 'quill' && css.quill,
        bar === 'static' && css.static,
        scrolled && css.scrolled,
      )}
    >
      <div className={`wrap ${css.row}`}>
        <Logo />
        {search && <SearchBox />}
        <nav aria-label={SHELL.main} className={css.main}>
          <button type="button" className={css.open} popoverTarget="links" aria-label={SHELL.menu} />
          <Links />
          <div className={css.who}>
            <Suspense>
              <Account />
            </Suspense>
          </div>
        </nav>
      </div>
    </header>
  )
}

/** The links to the main pages: a row in a wide window, else a popover that the button opens. */
const Links = () => {
  const { user } = useSession()
  const mayPublish = user && user.userType !== 'reader'
  return (
    <ul id="links" popover="auto" className={css.links} onClick={hidePopover}>
      <li className={classNames(css.upload, mayPublish && css.shown)}>
        <Link to="/create">{SHELL.upload}</Link>
      </li>
      <li className={css.mine}>
        <Link to="/my">{SHELL.mine}</Link>
      </li>
      <li>
        <Link to="/library">{SHELL.library}</Link>
      </li>
      <li>
        <Link to="/premium">{SHELL.premium}</Link>
      </li>
      <li>
        <Link to="/download" className={css.download} aria-label={SHELL.download}>
          <Icon of={Download} />
          <span>{SHELL.download}</span>
        </Link>
      </li>
    </ul>
  )
}

const hidePopover = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.hidePopover()

const Account = () => {
  const { status, user } = useSession()
  const { pathname, search } = useLocation()
  if (status === 'unknown' || status === 'visitor')
    return (
      <Link
        className={css.visitor}
        to={pathname.startsWith('/auth') ? `/auth?${/\bnext=[^&]*/.exec(search) ?? ''}` : loginPath(pathname + search)}
      >
        {SHELL.logIn}
      </Link>
    )
  if (status === 'starting') {
    // Load the menu while the session is being loaded.
    void loadMenu()
    return null
  }
  return <AccountMenu user={user} />
}

const useScrolled = () => {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > SCROLLED_PX)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return scrolled
}
