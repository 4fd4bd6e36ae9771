import { Check } from 'lucide'
import { Link } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSite } from '#web/document/site.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { QuestionList } from '#web/ui/questions.tsx'
import { DOWNLOAD } from '#web/messages/download.ts'
import { DownloadNow } from './download-now.tsx'
import css from './download-page.module.css'
import { structuredApp } from './structured-app.ts'

const PATH = '/download'

/** The download page of the app. */
export const Component = () => {
  const { origin } = useSite()
  const site = useSiteSettings()
  const description = DOWNLOAD.description(site)
  return (
    <>
      <Head
        title={DOWNLOAD.title(site)}
        description={description}
        path={PATH}
        image="/icons/icon-512.png"
        structured={import.meta.env.SSR ? structuredApp(site, origin, description) : undefined}
      />
      <Intro />
      <Benefits />
      <Steps />
      <section className={`wrap ${css.section} ${css.faq}`} aria-labelledby="questions">
        <h2 className="d1" id="questions">
          {DOWNLOAD.questionsTitle}
        </h2>
        <QuestionList questions={DOWNLOAD.questions(site)} />
      </section>
      <Closing />
    </>
  )
}

const Intro = () => {
  const site = useSiteSettings()
  return (
    <section className="on-quill">
      <div className={`wrap ${css.opening}`}>
        <div>
          <h1 className="d2">{DOWNLOAD.heading}</h1>
          <p className={css.subtitle}>{DOWNLOAD.subtitle(site)}</p>
          <ul className={css.features}>
            {DOWNLOAD.features.map((feature) => (
              <li key={feature}>
                <Icon of={Check} />
                {feature}
              </li>
            ))}
          </ul>
          <div className={css.actions}>
            <DownloadNow />
            {site.appVersion && <p>{DOWNLOAD.version(site)}</p>}
          </div>
          <p>
            <Link to="/devices">{DOWNLOAD.otherApps}</Link>
          </p>
          <ul className={css.platforms}>
            {platformsOf(site.iosDate).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
        <figure className={css.code}>
          {/* The server renders the QR code of this page's address. */}
          <img src="/download/code.svg" alt={DOWNLOAD.scan} width={240} height={240} />
          <figcaption aria-hidden="true">{DOWNLOAD.scan}</figcaption>
        </figure>
      </div>
    </section>
  )
}

const Benefits = () => (
  <section className={`wrap ${css.section}`} aria-labelledby="why">
    <h2 className={`d1 ${css.title}`} id="why">
      {DOWNLOAD.why}
    </h2>
    <ul className={css.benefits}>
      {DOWNLOAD.benefits(useSiteSettings()).map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
)

const Steps = () => (
  <section className={`wrap ${css.section}`} aria-labelledby="how">
    <h2 className={`d1 ${css.title}`} id="how">
      {DOWNLOAD.how}
    </h2>
    <ol className={css.steps}>
      {DOWNLOAD.steps(useSiteSettings()).map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
)

const Closing = () => (
  <section className={`on-blotter ${css.closing}`} aria-labelledby="closing">
    <div className={`wrap ${css.close}`}>
      <div>
        <h2 className="d2" id="closing">
          {DOWNLOAD.closing}
        </h2>
        <p>{DOWNLOAD.closingText}</p>
      </div>
      <DownloadNow />
    </div>
  </section>
)

const platformsOf = (iosDate: string) => [
  DOWNLOAD.android,
  ...(iosDate ? [DOWNLOAD.ios(iosDate)] : []),
  DOWNLOAD.playStore,
]
