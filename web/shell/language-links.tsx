import type { MouseEvent } from 'react'
import { languagesIn } from '#contract/languages.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { pathShown } from '#web/language/local-path.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { SHELL } from '#web/messages/site.ts'
import css from './footer.module.css'

/** Pages that tell no other where they are, such as those of links in mails, and what is after a `#`, are in no Referer. */
const nameThisPage = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
  const { search, hash } = window.location
  currentTarget.search = `?next=${encodeURIComponent(pathShown() + search + hash)}`
}

/** The languages of the site. The server remembers the choice, and leads back to the page. */
export const LanguageLinks = () => {
  const offered = languagesIn(useSiteSettings().languages)
  if (offered.length < 2) return null
  return (
    <nav className={css.languages} aria-label={SHELL.languages}>
      <ul className={css.links}>
        {offered.map(({ tag, name }) => (
          <li key={tag}>
            <a
              href={`/language/${tag}`}
              lang={tag}
              rel="nofollow"
              aria-current={tag === LANGUAGE.tag || undefined}
              onClick={nameThisPage}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
