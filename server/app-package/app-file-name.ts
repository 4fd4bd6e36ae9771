const slug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')

/** The name of the app's file by the name of the site, in letters that every device has. */
export const appFileName = (siteName: string, version = ''): string =>
  `${[slug(siteName), slug(version)].filter(Boolean).join('-') || 'app'}.apk`
