import { useSiteSettings } from './site-settings.ts'
import { useSite } from './site.tsx'

interface HeadProps {
  /** Without the site's name, which is added. */
  title: string
  /** The title is complete as it is. */
  whole?: boolean
  description?: string
  /** The path that search engines should keep. */
  path?: string
  /** The path of a picture for whoever shares the page. */
  image?: string
  type?: 'website' | 'book'
  /** schema.org, for search engines: the server writes it into the page. */
  structured?: object
}

/** Title and what search engines and shared links show; React lifts it into the head. */
export const Head = ({ title, whole, description, path, image, type = 'website', structured }: HeadProps) => {
  const site = useSite()
  const { siteName } = useSiteSettings()
  const full = whole ? title : `${title} · ${siteName}`
  if (structured) site.structured?.push(structured)
  return (
    <>
      <title>{full}</title>
      <meta property="og:title" content={full} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={type} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {path && <link rel="canonical" href={site.origin + path} />}
      {path && <meta property="og:url" content={site.origin + path} />}
      {image && <meta property="og:image" content={site.origin + image} />}
    </>
  )
}
