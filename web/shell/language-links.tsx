import { languagesIn } from '#contract/shapes/languages.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { SHELL } from '#web/messages/site.ts'
import css from './footer.module.css'

/** The languages of the site. The server remembers the choice, and leads back to the page. */
export const LanguageLinks = () => {
  const offered = languagesIn(useSiteSettings().languages)
  if (offered.length < 2) return null
  return (
    <nav className={css.languages} aria-label={SHELL.languages}>
      <ul className={css.links}>
        {offered.map(({ tag, name }) => (
          <li key={tag}>
            <a href={`/language/${tag}`} lang={tag} rel="nofollow" aria-current={tag === LANGUAGE.tag || undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
