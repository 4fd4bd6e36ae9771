import { Link } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { useContact } from '#web/document/site-settings.ts'
import { CONTACT } from '#web/messages/contact.ts'
import type { DefaultSection, DefaultText } from '#web/messages/default-text.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import css from './default-document.module.css'

/** For what stands in a text that an administrator may have written in another language. */
const OURS = { lang: LANGUAGE.tag, dir: LANGUAGE.direction } as const

/** A page with its default text. */
export const DefaultDocument = ({ text, path }: { text: DefaultText; path: string }) => (
  <article className={`wrap ${css.document}`}>
    <Head title={text.title} description={text.description} path={path} />
    <header className={css.head}>
      <h1 className="d2">{text.title}</h1>
      <p className={css.lede}>{text.lede}</p>
    </header>
    <Contents sections={text.sections} />
    <div className={css.chapters}>
      {text.sections.map((section) => (
        <Chapter key={section.id} section={section} />
      ))}
      <Contact />
    </div>
  </article>
)

export const Contents = ({ sections }: { sections: readonly Pick<DefaultSection, 'id' | 'title'>[] }) => (
  <nav className={css.contents} aria-label={CONTACT.contents}>
    <ol>
      {(useContact() ? [...sections, CONTACT] : sections).map(({ id, title }) => (
        <li key={id} {...(id === CONTACT.id && OURS)}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
)

const Chapter = ({ section: { id, title, text, list = [], after = [], links = [] } }: { section: DefaultSection }) => (
  <section className={css.chapter} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {text.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {list.length > 0 && (
      <ul>
        {list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )}
    {after.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {links.map(({ to, label }) => (
      <p key={to}>
        <Link to={to}>{label}</Link>
      </p>
    ))}
  </section>
)

/** Where to write to; nothing while the site has no address. */
export const Contact = () => {
  const contact = useContact()
  if (!contact) return null
  return (
    <section className={css.chapter} aria-labelledby={CONTACT.id} {...OURS}>
      <h2 id={CONTACT.id}>{CONTACT.title}</h2>
      <p>
        {CONTACT.text} <a href={`mailto:${contact}`}>{contact}</a>
      </p>
    </section>
  )
}
