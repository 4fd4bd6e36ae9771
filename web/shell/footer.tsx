import { Link } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { SHELL } from '#web/messages/site.ts'
import css from './footer.module.css'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export const Footer = () => (
  <footer className={css.footer}>
    <div className={`wrap ${css.row}`}>
      <div>
        <Logo />
        <p className={css.statement}>{SHELL.statement(useSiteSettings().siteName)}</p>
      </div>
      <nav aria-label={SHELL.footer}>
        <ul className={css.links}>
          <li>
            <Link to="/about">{SHELL.about}</Link>
          </li>
          <li>
            <Link to="/privacy">{SHELL.privacy}</Link>
          </li>
          <li>
            <Link to="/terms">{SHELL.terms}</Link>
          </li>
          <li>
            <Link to="/devices">{SHELL.apps}</Link>
          </li>
          <SocialLink />
        </ul>
      </nav>
      <ThemeSwitch />
      <LanguageLinks />
    </div>
  </footer>
)

/** The social link of the site settings, labelled with its host. */
const SocialLink = () => {
  const { socialLink } = useSiteSettings()
  const host = URL.parse(socialLink)?.hostname.replace(/^www\./, '')
  if (!host) return null
  return (
    <li>
      <a href={socialLink} rel="me noreferrer">
        {host}
      </a>
    </li>
  )
}
