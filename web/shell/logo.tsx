import { Link } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import css from './logo.module.css'

export const Logo = () => (
  <Link className={css.logo} to="/" viewTransition>
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M10.5 2a8.7 8.7 0 1 0 5.3 15.6l-2.4-2.3A5.5 5.5 0 1 1 16 10.7l2.8 2.4A8.7 8.7 0 0 0 10.5 2z" />
      <path d="M10.8 10c4.8.5 9.5 4.7 12.2 12-6.9-1.2-11.3-5.4-12.2-12z" />
    </svg>
    <span dir="auto">{useSiteSettings().siteName}</span>
  </Link>
)
