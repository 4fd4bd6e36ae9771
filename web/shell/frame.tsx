import { Outlet, useMatches } from 'react-router'
import type { Handle } from '#web/routes.ts'
import { SHELL } from '#web/messages/site.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { WithoutScripts } from '#web/document/without-scripts.tsx'

/** Navbar, page and footer. */
export const Frame = () => {
  const handle = useMatches().at(-1)?.handle as Handle | undefined
  return (
    <>
      <a className="skip" href="#main">
        {SHELL.skip}
      </a>
      <Navbar bar={handle?.bar} search={handle?.search ?? true} />
      <main id="main" tabIndex={-1}>
        <WithoutScripts />
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
