import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide'
import { Link } from 'react-router'
import { getApp } from '#contract/calls/apps.ts'
import { prefetch, query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSite } from '#web/document/site.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { QuestionList } from '#web/ui/questions.tsx'
import { grouped } from '#web/messages/counts.ts'
import { DOWNLOAD } from '#web/messages/download.ts'
import { DownloadNow, InstallSite } from './download-now.tsx'
import css from './download-page.module.css'
import { structuredApp } from './structured-app.ts'

const PATH = '/download'
const KILOBYTE = 1024

export const loader = prefetch(() => [query(getApp)])

/** The app that the site has made, if it offers that. */
const useApp = () => useQuery(query(getApp)).data?.app ?? undefined

/** The download page of the app. */
export const Component = () => {
  const { origin } = useSite()
  const site = useSiteSettings()
  const app = useApp()
  const description = DOWNLOAD.description(site)
  return (
    <>
      <Head
        title={DOWNLOAD.title(site)}
        description={description}
        path={PATH}
        image="/icons/icon-512.png"
        structured={import.meta.env.SSR ? structuredApp(site, origin, { description, app }) : undefined}
      />
      <Intro />
      <Benefits />
      <Steps />
      <section className={`wrap ${css.section} ${css.faq}`} aria-labelledby="questions">
        <h2 className="d1" id="questions">
          {DOWNLOAD.questionsTitle}
        </h2>
        <div>
          <QuestionList questions={DOWNLOAD.questions(site)} />
          <Sums />
        </div>
      </section>
      <Closing />
    </>
  )
}

/** What the file and its certificate are checked by. */
const Sums = () => {
  const app = useApp()
  if (!app) return null
  const sums = [
    [DOWNLOAD.fileSum, app.sha256],
    [DOWNLOAD.certificateSum, app.certificateSha256],
  ]
  return (
    <section className={css.sums} aria-labelledby="check">
      <h3 id="check">{DOWNLOAD.check}</h3>
      <p>{DOWNLOAD.checkText}</p>
      <dl>
        {sums.map(([name, sum]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{sum}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Intro = () => {
  const site = useSiteSettings()
  const app = useApp()
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
            {site.appVersion && (
              <p>
                {DOWNLOAD.version(site)}
                {app && DOWNLOAD.size(grouped(Math.ceil(app.bytes / KILOBYTE)))}
              </p>
            )}
            <InstallSite />
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
