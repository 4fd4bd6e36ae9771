import { useQuery } from '@tanstack/react-query'
import { getSiteText } from '#contract/calls/site.ts'
import type { SiteTextName } from '#contract/values/site.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { CONTACT } from '#web/messages/contact.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import type { DefaultText } from '#web/messages/default-text.ts'
import { DefaultDocument } from './default-document.tsx'
import { MarkdownDocument } from './markdown-document.tsx'
import css from './message-page.module.css'

/** The text that an administrator wrote for a page in this language, and that for all; empty if there is none. */
export const siteText = (page: SiteTextName) =>
  query(getSiteText, { params: { page }, query: { language: LANGUAGE.tag } })

interface SiteTextPageProps {
  page: SiteTextName
  /** Shown while there is no text by an administrator. */
  defaultText: (siteName: string) => DefaultText
}

/** A page about the site: the text by an administrator, or else the default text. */
export const SiteTextPage = ({ page, defaultText }: SiteTextPageProps) => {
  const settings = useSiteSettings()
  const text = defaultText(settings.siteName)
  const asked = useQuery(siteText(page))
  const { data } = asked
  const path = `/${page}`
  if (data?.text || data?.otherwise) {
    const [own, language] = data.text ? [data.text, LANGUAGE.tag] : [data.otherwise ?? '', settings.language]
    return <MarkdownDocument text={own} language={language} defaultTitle={text.title} path={path} />
  }
  if (data) return <DefaultDocument text={text} path={path} />
  return (
    <div className={`wrap ${css.message}`}>
      <Head title={text.title} path={path} />
      <Loaded query={asked} call={getSiteText} loading={CONTACT.loading}>
        {() => null}
      </Loaded>
    </div>
  )
}
