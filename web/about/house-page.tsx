import { useQuery } from '@tanstack/react-query'
import { getSiteText } from '#contract/site.ts'
import type { SiteTextName } from '#contract/site.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { CONTACT } from '#web/messages/contact.ts'
import type { DefaultText } from '#web/messages/default-text.ts'
import { Document } from './house-document.tsx'
import css from './message-page.module.css'
import { siteText } from './site-text.ts'
import { WrittenDocument } from './written-document.tsx'

interface HousePageProps {
  page: SiteTextName
  /** The house's own words. */
  words: (siteName: string) => DefaultText
}

/** What the house has to say for itself: in an administrator's words, or in its own where there are none. */
export const HousePage = ({ page, words }: HousePageProps) => {
  const own = words(useSiteSettings().siteName)
  const { data, error, refetch } = useQuery(siteText(page))
  const path = `/${page}`
  if (data?.text) return <WrittenDocument text={data.text} title={own.title} path={path} />
  if (data) return <Document words={own} path={path} />
  return (
    <div className={`wrap ${css.message}`}>
      <Head title={own.title} path={path} />
      {error ? (
        <ErrorNotice message={wordsFor(error, getSiteText)} onRetry={() => void refetch()} />
      ) : (
        <Loading text={CONTACT.loading} />
      )}
    </div>
  )
}
