import { CircleUserRound, Download } from 'lucide'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loginPath } from '#web/session/next-path.ts'
import { useLogout } from '#web/session/sign-in.ts'
import { useSession } from '#web/session/use-session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SHELL } from '#web/messages/site.ts'
import { Logo } from './logo.tsx'
import css from './navbar.module.css'
import { SearchBox } from '#web/books/search-box.tsx'

const SCROLLED_PX = 50

const loadMenu = () => import('#web/ui/menu.tsx')
/** Loaded only for members. */
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

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
        <nav aria-label={SHELL.main} className={css.account}>
          <Link className={css.download} to="/download" aria-label={SHELL.download}>
            <Icon of={Download} />
            <span>{SHELL.download}</span>
          </Link>
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

const Account = () => {
  const session = useSession()
  const { pathname, search } = useLocation()
  const logout = useLogout()
  if (session.status === 'unknown' || session.status === 'visitor')
    return (
      <Link className={css.visitor} to={pathname.startsWith('/auth') ? '/auth' : loginPath(pathname + search)}>
        {SHELL.logIn}
      </Link>
    )
  if (session.status === 'starting') {
    // Load the menu while the session is being loaded.
    void loadMenu()
    return null
  }
  return (
    <Menu
      className={css.profile}
      label={session.user && `${SHELL.profile}: ${session.user.username}`}
      button={<ProfileLabel name={session.user?.username} />}
      entries={[
        { label: SHELL.profile, to: '/profile' },
        { label: SHELL.logout, onSelect: () => void logout() },
      ]}
    />
  )
}

const ProfileLabel = ({ name = SHELL.profile }: { name?: string | undefined }) => (
  <>
    <Icon of={CircleUserRound} />
    <span className={css.name} dir="auto">
      {name}
    </span>
  </>
)

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
