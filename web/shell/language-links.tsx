import { useLocation } from 'react-router'
import { languagesIn } from '#contract/languages.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { SHELL } from '#web/messages/site.ts'
import css from './footer.module.css'

/** The same page in the other languages of the site. The server remembers the choice. */
export const LanguageLinks = () => {
  const { pathname, search } = useLocation()
  const offered = languagesIn(useSiteSettings().languages)
  if (offered.length < 2) return null
  const next = encodeURIComponent(pathname + search)
  return (
    <nav className={css.languages} aria-label={SHELL.languages}>
      <ul className={css.links}>
        {offered.map(({ tag, name }) => (
          <li key={tag}>
            {tag === LANGUAGE.tag ? (
              <span lang={tag} aria-current="true">
                {name}
              </span>
            ) : (
              <a href={`/language/${tag}?next=${next}`} lang={tag} hrefLang={tag} rel="nofollow">
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
